extension ScriptReference {
  /// The words that every script starts with.
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
      "application", [Parameter("name", "string")], gives: "fun(definition: { main: string })",
      "names the main coordinator, which `app:launch()` starts"),
    .function(
      "presentationStyle", [Parameter("name", "string")],
      gives: "fun(style: { covering?: boolean, interactive?: boolean })",
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

  /// The tables that definitions are made of: name, what it is, and its keys.
  static let tables: [(name: String, summary: String, fields: [Entry])] = [
    (
      "CoordinatorTable", "What `coordinator \"Name\"` takes. Functions in it become methods.",
      [
        .value(
          "extends", "signalbox.Definition|string?",
          "the definition that it takes over what it does not say itself from"),
        .value(
          "style", "signalbox.Style|signalbox.StyleTable?", "how others present it (default sheet)"),
        .value("args", "table<string, string>?", "its arguments: names and types"),
        .value("routes", "table<string, signalbox.RouteTable|string|function>?", "where it can go"),
        .value("links", "table<string, function|string>?", "link patterns and what opens them"),
        .value(
          "properties", "table<string, signalbox.PropertyTable>?",
          "fields of its coordinators that functions read and write"),
        .value(
          "unifiedStack", "boolean?",
          "whether pushed and presented items form one stack: `popToRoot` dismisses layers too, and "
            + "screens are pushed onto what was presented last (default false; not for tabs)"),
        .value(
          "wrapper", "boolean?",
          "whether it only wraps the coordinator at its root: dismissing that one dismisses it "
            + "(default false; not for tabs)"),
      ]
    ),
    (
      "TabsTable", "What `tabs \"Name\"` takes: all that a coordinator does, and its pages.",
      [
        .value("pages", "signalbox.Page[]?", "the pages that it starts with"),
        .value(
          "view", "string|signalbox.TabViewTable?",
          "a screen of the tabs' own that is drawn around the pages, in place of a tab bar"),
        .value("current", "string?", "the page to start on (default: the first by position)"),
        .value(
          "popToRootOnReselect", "boolean?",
          "whether tapping the selected tab pops its page to the root (default true)"),
      ]
    ),
    (
      "TabViewTable",
      "The screen that tabs draw around their pages. `app:tap` reaches its actions; "
        + "`currentPageChanged(page, source)` of the tabs is called when another page is selected: "
        + "`source` is `user`, `operation` or `pages`.",
      [
        .value("name", "string?", "what it is called (default `view`)"),
        .value("title", "string|fun(args: table): string", "the screen's title"),
        .value("args", "table?", "what it is shown with, until `update` changes that"),
        .value("actions", "table?", "what the user can tap, as in a route"),
      ]
    ),
    (
      "PropertyTable", "A field whose reading or writing runs a function.",
      [
        .value("get", "fun(self: signalbox.Coordinator): any", "gives what is read"),
        .value("set", "fun(self: signalbox.Coordinator, value: any)?", "takes what is assigned"),
      ]
    ),
    (
      "StyleTable", "A presentation style with changes.",
      [
        .value("style", "signalbox.Style?", "the style's name (default sheet)"),
        .value("covering", "boolean?", "whether what is below disappears"),
        .value("interactive", "boolean?", "whether the user may swipe it away"),
        .value(
          "detents", "(string|number)[]?",
          "the heights of a sheet: \"medium\", \"large\", parts up to 1 or points"),
      ]
    ),
    (
      "SetupTable", "The second argument of `Shop:new(args, …)`.",
      [
        .value(
          "style", "signalbox.Style|signalbox.StyleTable?",
          "how others present it (default: as its definition says)"),
        .value(
          "currentPage", "string?",
          "the page that tabs start on (default: as their definition says)"),
      ]
    ),
    (
      "StackTable", "One screen of the list that `setStack` takes.",
      [
        .value("route", "string", "the route's name"),
        .value("args", "table?", "what the route takes"),
        .value("new", "boolean?", "whether it is a new screen in any case (default false)"),
      ]
    ),
    (
      "Request", "What is about to happen, as `app:guard` is asked about it.",
      [
        .value("operation", "string", "the operation's name, `batch` for several"),
        .value("name", "string?", "the route, screen or page that it names"),
        .value("args", "table", "what it gives to where it leads"),
        .value("coordinator", "signalbox.Coordinator?", "who calls; nil for the user"),
        .value("isGesture", "boolean", "whether the user does it"),
        .value("steps", "signalbox.Request[]?", "what a batch consists of"),
      ]
    ),
    (
      "RouteTable", "One route: a screen, or a coordinator.",
      [
        .value("title", "string|fun(args: table): string", "the screen's title"),
        .value(
          "args", "table<string, string>?",
          "names and types: string integer number boolean table any, with ? when optional"),
        .value(
          "actions", "table?",
          "labels in order (\"Buy\" calls `onBuy`), or label = method name or function"),
        .value(
          "style", "signalbox.Style|signalbox.StyleTable?",
          "how to go there (default: push a screen)"),
        .value(
          "dismissDisabled", "boolean?",
          "whether the user may not dismiss a layer it is in front of"),
        .value("interactivePop", "boolean?", "whether the user may swipe it back (default true)"),
        .value(
          "onBack", "string|function?",
          "asked when the user goes back; `\"handled\"` or `true` keeps the screen"),
        .value("coordinator", "string?", "the coordinator that the route leads to"),
        .value(
          "destination", "function?",
          "returns where the route leads, from the coordinator and the arguments: a `screen(…)` or a "
            + "definition, and optionally a style"),
        .value(
          "onFinish", "string|function?", "called with result and reason when it has finished"),
        .value(
          "replacement", "string|function?",
          "the route that takes its place at the root when it finishes, or a function of the "
            + "coordinator and the result that gives its name"),
      ]
    ),
    (
      "ScreenTable", "What `screen(name, …)` takes.",
      [
        .value("title", "string|fun(args: table): string", "the screen's title"),
        .value("args", "table?", "what it is shown with"),
        .value("actions", "table?", "what the user can tap, as in a route"),
        .value("dismissDisabled", "boolean?", "as in a route"),
        .value("interactivePop", "boolean?", "as in a route"),
      ]
    ),
    (
      "Page", "One page of a tab coordinator.",
      [
        .value("id", "string", "unique among the pages"),
        .value(
          "title", "string|fun(isActive: boolean): string?",
          "the tab's title (default: its id); a function returns the titles of the selected tab and "
            + "of the others"),
        .value(
          "icon", "string|fun(isActive: boolean): string?",
          "the tab's icon; a function as in `title`"),
        .value("lazy", "boolean?", "starts it when it is selected first (default false)"),
        .value("position", "integer?", "pages stand in order of their positions"),
        .value("coordinator", "string", "the coordinator of the page"),
        .value("args", "table?", "what the coordinator is made with"),
      ]
    ),
  ]
}
