extension ScriptReference {
  /// The globals of every script.
  static let globals: [Entry] = [
    .function(
      "coordinator", [Parameter("name", "string")],
      returns: "fun(definition: signalbox.CoordinatorTable): signalbox.Definition",
      "defines a coordinator: `coordinator \"Shop\" { routes = { … } }`"),
    .function(
      "tabs", [Parameter("name", "string")],
      returns: "fun(definition: signalbox.TabsTable): signalbox.Definition",
      "defines a tab coordinator: `tabs \"Home\" { pages = { … } }`"),
    .function(
      "application", [Parameter("name", "string")],
      returns: "fun(definition: signalbox.ApplicationTable)",
      "names the main coordinator, which `app:launch()` starts"),
    .function(
      "presentationStyle", [Parameter("name", "string")],
      returns: "fun(style: signalbox.PresentationStyleTable)",
      "defines a style to present with: `presentationStyle \"card\" { interactive = true }`"),
    .function(
      "screen",
      [
        Parameter("name", "string"),
        Parameter("description", "signalbox.ScreenTable", optional: true),
      ], returns: "signalbox.ScreenDescription",
      "describes a screen, to return from a route's function or to navigate to"),
    .function(
      "object",
      [
        Parameter("name", "string"),
        Parameter("make", "fun(seed: any): table", "creates an object, a table with a metatable"),
      ], returns: "fun(seed: any): table",
      "declares objects that snapshots and recordings can recreate; returns the function that "
        + "creates one from a seed of plain data: `object \"Cart\" (function(seed) … end)`"),
    .function(
      "after",
      [
        Parameter("delay", "string|integer"), Parameter("handler", "fun()"),
        Parameter("owner", "signalbox.Coordinator|signalbox.App", optional: true),
      ],
      returns: "fun(): boolean",
      "runs a function at a virtual time (`\"2s\"` or milliseconds) and returns a function that cancels "
        + "it; cancelled when the coordinator whose method calls it finishes, or when `owner` does "
        + "(`app`: never)"),
    .function(
      "require", [Parameter("module", "string")], returns: "any",
      "runs a module once and returns its value; looks in the script's folder and for plugins"),
  ]

  /// The libraries of functions.
  static let libraries: [(name: String, summary: String, functions: [Entry])] = [
    (
      "clock", "Virtual time. It advances only for animations and with these functions.",
      [
        .function("now", returns: "integer", "the virtual time of the session in milliseconds"),
        .function(
          "advance", [Parameter("span", "string|integer")],
          "advances time (`\"350ms\"`, `\"2s\"` or milliseconds): animations end and timers fire"),
        .function("settle", [], "advances time until no animation or operation is pending"),
        .function(
          "manual", [],
          "makes time advance only with `clock.advance` and "
            + "`clock.settle`"),
        .function(
          "automatic", [], "makes animated operations advance the clock automatically again"),
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
    "Request", "An operation that is about to run, as guards receive it.",
    [
      .value("operation", "string", "the operation's name, `batch` for several"),
      .value("name", "string?", "the route, screen or page of the call"),
      .value("args", "table", "the arguments for the destination"),
      .value("coordinator", "signalbox.Coordinator?", "the caller; nil for the user"),
      .value("isGesture", "boolean", "whether the user caused it"),
      .value("steps", "signalbox.Request[]?", "the operations of a batch"),
    ])
}
