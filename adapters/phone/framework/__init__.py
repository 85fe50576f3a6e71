"""What apps of the virtual phone are written in: screens and handlers where they stand, actions and bindings as values.

    app = AppBuilder(State, name="tallymark", package="org.example.tallymark", label="Tallymark", …)

    @app.screen("tally")
    def tally(state: State) -> Screen:
        return Screen(form(row("Add one", str(state.count), on=ev("add"))), top=app_bar("Tallymark"))

    @app.on("add")
    def add(state: State) -> State:
        return replace(state, count=state.count + 1)

    APP = app.build()

state_paths     reading and replacing a value deep inside a frozen state; values bound to controls    pure
actions         what a control does, as a value on its node: go, back, toast, assign, toggle           pure
app_builder     collects screens and handlers, and makes the `App`
choices         options of which one is chosen, bound to a value: chips, radios, cards, a dialog        pure
bottom_sheets   the window of a bottom sheet, and how an app's sheets look                              pure
action_buttons  floating with a label, on a disc over a picture, filling a row                          pure
search          the bar of a search page                                                                pure
bars            bars at the upper and lower edge of a page                                              pure
prices          amounts of money, and options that cost something                                       pure
baskets         lines of a basket or an order: adding, changing, counting                               pure
shop_rows       lines and sums of an order                                                              pure
dates           days and times as apps write them                                                       pure
source_checks   names of routes, events and paths in an app's source that lead nowhere

content         catalogues, people and texts from YAML files                                           reads files
boxes           columns, lines and groups with the values that most have                               pure
buttons         floating and round buttons                                                             pure
fields          text fields without a shape of their own                                               pure
windows         dialogs, sheets and confirmations over a screen                                        pure
search          the bar of a search page                                                               pure
conversation    messages under their days, with their times                                            pure
dates           days and times as apps write them                                                      pure

On top of it, everything of `adapters.phone.ui` can be used.
"""
