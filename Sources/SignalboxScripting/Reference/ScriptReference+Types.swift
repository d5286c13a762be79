internal import Signalbox

extension ScriptReference {
  /// What scripts can hold, in the order that references show.
  static let types: [TypeEntry] = [
    app, coordinator, router, chainLink, screen, layer, event, operation, host,
  ]

  private static let app = TypeEntry(
    shortName: "App", kind: "app", summary: "The application and its user.",
    receivers: [.application, .user],
    members: [
      .value("front", "signalbox.Screen?", "the screen in front of everything"),
      .value("top", "signalbox.Coordinator?", "the coordinator in front of all others"),
      .value("main", "signalbox.Coordinator?", "the main coordinator"),
      .value("isReady", "boolean", "whether the first screen has appeared"),
      .value("isBusy", "boolean", "whether an operation that is called now has to wait its turn"),
      .value("name", "string?", "what `application` called it"),
      .value(
        "isStrict", "boolean",
        "whether operations that have nothing to do are rejected; can be assigned"),
      .value(
        "swipeProgress", "number?", "how far the swipe that is open has come, from 0 to 1"),
      .function("tree", gives: "string", "the coordinator tree as text"),
      .function("screen", gives: "string", "the visible screen as text"),
      .function(
        "stack", [Parameter("coordinator", "signalbox.Coordinator", optional: true)],
        gives: "string[]",
        "the names of a coordinator's screens, the root first; without one, the top coordinator's"),
      .function(
        "render", [Parameter("name", "string")], gives: "string",
        "the state as text, by a renderer: tree, screen, stack, layers, events, or one of a plugin"),
      .function("layers", gives: "signalbox.Layer[]", "the layers, the root layer first"),
      .function(
        "coordinator", [Parameter("type", "string")], gives: "signalbox.Coordinator?",
        "the youngest living coordinator of a type"),
      .function(
        "command", [Parameter("line", "string")],
        "at a prompt, does what a command of it does: `app:command \"undo 2\"`; raises where it fails"
      ),
      .function("plugins", gives: "string[]", "the names of the plugins that are loaded"),
      .function(
        "guard",
        [
          Parameter(
            "ask", "fun(request: signalbox.Request): boolean|string|function|nil",
            "gives nothing or `true` to allow it, `false` or a reason to reject it, or a function "
              + "whose operations run instead")
        ], gives: "fun()",
        "asks a function before anything changes; gives a function that ends it"),
      .function(
        "routes", [Parameter("coordinator", "signalbox.Coordinator|string")], gives: "table",
        "where a coordinator or type can go: `style`, `args` and `coordinator` of each route and page "
          + "by name, `isDynamic` where a function decides"),
      .function("state", gives: "table", "everything that is shown, as plain data"),
      .function(
        "events", [Parameter("filter", "string|string[]", optional: true)],
        gives: "signalbox.Event[]",
        "the events so far; a filter is a kind (`entry.pushed`) or its beginning (`entry`)"),
      .function(
        "on",
        [
          Parameter("filter", "string|string[]"),
          Parameter("handler", "fun(event: signalbox.Event)"),
        ], gives: "fun()", "calls a function for each event; gives a function that ends it"),
    ] + travel)

  /// The past of the application, and what lives on unseen.
  private static let travel: [Entry] = [
    .value(
      "keepsFinished", "boolean",
      "whether undoing brings back coordinators that have finished; assignable"),
    .value("undoable", "integer", "how many operations can be undone"),
    .value("redoable", "integer", "how many operations can be redone"),
    .function("saveState", gives: "string", "everything that is shown, as text for `restoreState`"),
    .function(
      "diff", [Parameter("old", "string"), Parameter("new", "string", optional: true)],
      gives: "table",
      "what differs between two saved states, or between one and the present: `changes` and `text`"),
    .function(
      "record", [Parameter("sink", "fun(line: string)", optional: true)],
      gives: "fun(): string[]",
      "writes down everything that is done; gives a function that ends it and gives the lines"),
    .function(
      "replay", [Parameter("lines", "string[]|string")], gives: "table",
      "does a recorded session again: `steps`, `isTruncated` and, where it came out differently, "
        + "`divergence`"),
    .function(
      "leaks", gives: "table[]",
      "coordinators and screens that are alive and out of reach, and who holds them"),
    .function(
      "pause", [Parameter("why", "string", optional: true)],
      "opens the prompt here, with the variables of the functions that run; `.continue` goes on"),
  ]

  private static let shared: [Entry] = [
    .value("id", "string", "what people read, such as `c3`"),
    .value("isAlive", "boolean", "whether it has not finished"),
    .value(
      "child", "signalbox.Coordinator|signalbox.ChainLink",
      "the selected page's coordinator, the one at the root, or the coordinator itself where it "
        + "stands on its own screen"),
    .value(
      "currentPage", "string?", "the selected page of a tab coordinator; assigning selects"),
  ]

  private static let coordinator = TypeEntry(
    shortName: "Coordinator", kind: "coordinator",
    summary: "A coordinator: `self` in its methods. Holds fields of its own until it finishes, "
      + "has the methods of its definition and those of its router.",
    receivers: [.navigation, .tabs, .any],
    members: shared + [
      .value("router", "signalbox.Router", "its operations"),
      .value("type", "string?", "the name of its definition; nil when it has finished"),
      .value(
        "attachment", "string",
        "how it is attached: `windowRoot`, `pushed`, `modal`, `page`, `root` of its parent, or `none`"
      ),
      .value(
        "routeName", "string?", "the route that led to it; nil where no route did"),
      .value(
        "phase", "\"created\"|\"starting\"|\"started\"|\"finished\"",
        "how far it has come; `starting` while its `start` runs"),
      .value("parent", "signalbox.Coordinator?", "the coordinator above it"),
      .value("children", "signalbox.Coordinator[]", "those below it, pages first"),
      .value(
        "tabView", "signalbox.Screen?",
        "the screen that tabs draw around their pages; nil where their bar is the default one"),
      .value("args", "table", "what it was made with"),
      .value("stack", "signalbox.Screen[]", "its own screens, the root first"),
    ])

  private static let router = TypeEntry(
    shortName: "Router", kind: "router",
    summary: "The operations of a coordinator. A change gives three values: what to go on with "
      + "(the coordinator that it led to, else the router itself), the status (`done` `noop` "
      + "`rejected` `cancelled` `queued`), and the value or the reason. From outside a callback a "
      + "rejection raises, unless `try` or `completion` takes it over.",
    receivers: [.navigation, .tabs, .any],
    members: shared + [
      .value("coordinator", "signalbox.Coordinator", "whose router it is")
    ])

  private static let chainLink = TypeEntry(
    shortName: "ChainLink", kind: "chain link",
    summary:
      "What `root`, `route` and `focusFirst` give to go on with while they wait, or when they "
      + "were rejected. Calls on it wait for the coordinator; where there will be none they are "
      + "rejected as `chainBroken` and name the link that failed.",
    receivers: [.navigation, .tabs, .any],
    members: [
      .value("child", "signalbox.ChainLink", "the coordinator that stands in for it then"),
      .value("coordinator", "signalbox.Coordinator?", "the coordinator, once it is known"),
      .value("currentPage", "string?", "the selected page of tabs, once they are known"),
    ])

  private static let screen = TypeEntry(
    shortName: "Screen", kind: "screen", summary: "A screen that is shown, or was.",
    members: [
      .value("id", "string", "what people read, such as `s17`"),
      .value("name", "string?", "the route that it shows; nil when it is gone"),
      .value("args", "table", "what it was shown with"),
      .value("title", "string?", "its title, else its name"),
      .value("actions", "string[]", "the labels of what the user can tap"),
      .value("owner", "signalbox.Coordinator?", "the coordinator that it belongs to"),
      .value("isAlive", "boolean", "whether it still stands somewhere"),
      .value("isVisible", "boolean", "whether the user sees it"),
      .function(
        "present",
        [
          Parameter("what", "string|signalbox.ScreenDescription|signalbox.Coordinator"),
          Parameter("args", "table", optional: true),
          Parameter("opts", "signalbox.presentOptions", optional: true),
        ], gives: "signalbox.Screen|signalbox.Coordinator, signalbox.Status, any",
        "presents from the screen: what it presents goes with it"),
      .function(
        "pop", [Parameter("opts", "signalbox.popOptions", optional: true)],
        gives: "signalbox.Screen|signalbox.Coordinator, signalbox.Status, any",
        "removes the screen with everything above it; its layer where that begins with it"),
      .function(
        "update",
        [
          Parameter("args", "table", optional: true),
          Parameter("opts", "signalbox.updateOptions", optional: true),
        ], gives: "signalbox.Screen, signalbox.Status, any",
        "gives the screen new arguments: it stays the same screen"),
    ])

  private static let layer = TypeEntry(
    shortName: "Layer", kind: "layer", summary: "A layer of the window, or one that was.",
    members: [
      .value("id", "string", "what people read, such as `L2`"),
      .value("style", "string?", "its presentation style; nil when it is gone"),
      .value("owner", "signalbox.Coordinator?", "the coordinator that fills or presented it"),
      .value("isAlive", "boolean", "whether it is up"),
      .value("phase", "string?", "`presented`, or `dismissing` while the animation runs"),
      .value("detents", "(string|number)[]", "the heights that it was given"),
      .value("buttons", "string[]", "the buttons of an alert"),
      .value("isInteractive", "boolean", "whether the user may swipe it away"),
      .value("isCovering", "boolean", "whether what is below disappears"),
    ])

  private static let event = TypeEntry(
    shortName: "Event", kind: "event",
    summary: "One event; readable as long as the engine's journal keeps it (the newest 100,000).",
    members: [
      .value("kind", "string?", "such as `entry.pushed`; nil when the journal has dropped it"),
      .value("subject", "string?", "whom it is about, such as `s17`"),
      .value("name", "string?", "the subject's name"),
      .value("other", "string?", "a second party, such as the owner"),
      .value("reason", "string?", "why"),
      .value("text", "string?", "the whole event in words"),
      .value("sequence", "integer", "counts events from 1"),
      .value("time", "integer?", "virtual milliseconds"),
      .value("operation", "integer?", "the operation that it belongs to; 0 for none"),
      .value("isHidden", "boolean?", "whether a layer covers it"),
    ])

  private static let operation = TypeEntry(
    shortName: "Operation", kind: "operation",
    summary: "An operation that had to wait, such as one called from a callback.",
    members: [
      .value("isSettled", "boolean", "whether it has ended"),
      .value("status", "signalbox.Status", "how it ended, `queued` before"),
      .value("reason", "string?", "why it did nothing or was rejected"),
      .value("value", "any", "what it gave"),
    ])
}
