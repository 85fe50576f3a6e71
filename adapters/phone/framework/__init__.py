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
app_builder     collects screens, windows and handlers, and makes the `App`                            pure
source_checks   names of routes, events and paths in an app's source that lead nowhere                 pure
argument_checks arguments of routes and events in an app's source that are not taken, or missing    pure
content         catalogues, people and texts from YAML files                                           reads files
prices          amounts of money, and options that cost something                                      pure
baskets         lines of a basket or an order: adding, changing, counting                              pure
dates           days and times as apps write them                                                      pure
playback        where something that plays is; lengths as players write them                           pure

Screens are made of `adapters.phone.components` and of everything in `adapters.phone.ui`.
"""
