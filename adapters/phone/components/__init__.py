"""What screens of several apps are made of, themable so that apps stay different in look. All of it is pure.

boxes           columns, lines and groups with the values that most have
text_styles     text styles and modifiers by name
buttons         floating over a list, round, on a disc over a picture, filling a row, likes and the like
fields          text fields without a shape of their own
choices         options of which one is chosen, bound to a value: chips, radios, cards, segments, a dialog
bars            bars at the upper and lower edge of a page, the bottom navigation, the bar of a selection
search          the bar of a search page
bottom_sheets   the window of a bottom sheet, how an app's sheets look, and rows to tap on one
dialogs         confirmations, messages, and a field to fill in
pickers         windows for a day or a time
drawers         the side menu of an app
settings_rows   rows of a settings page, and facts
shop_rows       facts of a checkout; lines, sums and steps of an order; thanks for it
booking         how far a booking is, options in a frame, fields that open a picker
players         the button that pauses what plays, the bar with its place
conversation    messages under their days, with their times
comments        comments with the answers to them, and the field in which they are written
"""
