extension ScriptReference {
  /// The globals of every script.
  static let globals: [Entry] = [
    .function(
      "coordinator", [Parameter("name", "string")],
      gives: "fun(definition: signalbox.CoordinatorTable): signalbox.Definition",
      "defines a coordinator: `coordinator \"Shop\" { routes = { … } }`"),
    .function(
      "tabs", [Parameter("name", "string")],
      gives: "fun(definition: signalbox.TabsTable): signalbox.Definition",
      "defines a tab coordinator: `tabs \"Home\" { pages = { … } }`"),
    .function(
      "application", [Parameter("name", "string")],
      gives: "fun(definition: signalbox.ApplicationTable)",
      "names the main coordinator, which `app:launch()` starts"),
    .function(
      "presentationStyle", [Parameter("name", "string")],
      gives: "fun(style: signalbox.PresentationStyleTable)",
      "defines a style to present with: `presentationStyle \"card\" { interactive = true }`"),
    .function(
      "screen",
      [
        Parameter("name", "string"),
        Parameter("description", "signalbox.ScreenTable", optional: true),
      ], gives: "signalbox.ScreenDescription",
      "describes a screen, for a route's function to give or to navigate to"),
    .function(
      "object",
      [
        Parameter("name", "string"),
        Parameter("make", "fun(seed: any): table", "makes one; returns a table with a metatable"),
      ], gives: "fun(seed: any): table",
      "declares objects that snapshots and recordings can make again; returns the function that makes "
        + "one from a seed of plain data: `object \"Cart\" (function(seed) … end)`"),
    .function(
      "after",
      [
        Parameter("delay", "string|integer"), Parameter("handler", "fun()"),
        Parameter("owner", "signalbox.Coordinator|signalbox.App", optional: true),
      ],
      gives: "fun(): boolean",
      "runs a function at a virtual time (`\"2s\"` or milliseconds) and returns a function that cancels "
        + "it; cancelled when the coordinator whose method calls it finishes, or when `owner` does "
        + "(`app`: never)"),
    .function(
      "require", [Parameter("module", "string")], gives: "any",
      "runs a module of the script's folder once and gives its value"),
  ]

  /// The libraries of functions.
  static let libraries: [(name: String, summary: String, functions: [Entry])] = [
    (
      "clock", "Virtual time. It stands still but for animations and what it is told.",
      [
        .function("now", gives: "integer", "virtual milliseconds since the session began"),
        .function(
          "advance", [Parameter("span", "string|integer")],
          "lets time pass (`\"350ms\"`, `\"2s\"` or milliseconds): animations end, timers fire"),
        .function("settle", [], "lets time pass until no animation runs and nothing waits"),
        .function("manual", [], "stops operations from moving the clock by themselves"),
        .function("automatic", [], "lets animated operations move the clock again"),
      ]
    )
  ]

  /// The tables of definitions, the outermost first.
  static let tables: [TableDescription] = [
    ScriptSession.applications.description, DefinitionReader.coordinators.description,
    DefinitionReader.tabsDescription, DefinitionReader.tabViews.description,
    DefinitionReader.propertyTables.description, RouteReader.schema.description,
    ScreenDescription.schema.description, PageReader.schema.description,
    ScriptSession.presentationStyles.description, LayerReader.schema.description,
    DefinitionBinding.setups.description, StackReader.schema.description, request,
  ]

  /// A table that functions of scripts receive.
  private static let request = TableDescription(
    "Request", "What is about to happen, as `app:guard` is asked about it.",
    [
      .value("operation", "string", "the operation's name, `batch` for several"),
      .value("name", "string?", "the route, screen or page that it names"),
      .value("args", "table", "what it gives to where it leads"),
      .value("coordinator", "signalbox.Coordinator?", "who calls; nil for the user"),
      .value("isGesture", "boolean", "whether the user does it"),
      .value("steps", "signalbox.Request[]?", "what a batch consists of"),
    ])
}
