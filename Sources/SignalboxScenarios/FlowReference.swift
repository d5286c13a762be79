public import SignalboxScripting

/// What flows add to scripts, described once: for the reference page and the editor definitions.
public enum FlowReference {
  private typealias Entry = ScriptReference.Entry
  private typealias Parameter = ScriptReference.Parameter

  /// The words, methods and tables of flows.
  public static let supplement = ScriptSupplement(
    heading: "Flows",
    summary: "Words of files that end in `.flow.lua`, and methods of `app` while a flow runs; "
      + "[testing-flows.md](testing-flows.md) shows them in use.",
    words: words, methods: methods,
    tables: [
      ScriptSupplement.Table(
        name: "Expectations", heading: "Expectations",
        summary: "What `app:expect` takes: lists are compared in full, names as far as they go, "
          + "a function is asked.",
        fields: expectations),
      ScriptSupplement.Table(
        name: "FlowTable", heading: "FlowTable",
        summary: "What `flow` takes beside its function, and `suite` beside its flows.",
        fields: options),
    ])

  private static let table = "signalbox.FlowTable|table"

  private static let words: [Entry] = [
    .function(
      "flow", [Parameter("name", "string")], gives: "fun(flow: \(table)): table",
      "a flow: `flow \"guest buys\" { function(app) … end }`"),
    .function(
      "suite", [Parameter("name", "string")], gives: "fun(suite: \(table)): table",
      "flows that belong together: `suite \"Checkout\" { fixture = function(app) … end, flow … }`"),
    .function(
      "fixture", [Parameter("name", "string")], gives: "fun(fixture: table): fun(): any",
      "what scenarios share: `fixture \"server\" { scope = \"file\", setup = function(app) … end, teardown = "
        + "function(value) … end }` gives a function that gives the value; the scope is `\"test\"` (the default), "
        + "`\"file\"` or `\"run\"`"),
    .function(
      "each", [Parameter("rows", "any[]")], gives: "table",
      "a flow for every row: `each { { 1, \"one\" } }:flow \"name %s\" { function(app, cell) … end }`; "
        + "`marks` of a row has options of its own: `{ 2, marks = { skip = \"why\" } }`"
    ),
    .value("env", "table<string, string>", "what `--env NAME=VALUE` and `[test.env]` say, by name"),
    .function(
      "match", [Parameter("pattern", "string")], gives: "table",
      "in an expectation, a text that fits a Lua pattern"),
  ]

  private static let methods: [Entry] = [
    .function(
      "expect", [Parameter("expected", "signalbox.Expectations")], gives: "signalbox.App",
      "ends the flow where something does not hold"),
    .function(
      "check", [Parameter("expected", "signalbox.Expectations")], gives: "boolean",
      "notes what does not hold and goes on; gives whether everything holds"),
    .function(
      "eventually",
      [
        Parameter("options", "{ within: string|integer }"),
        Parameter("expected", "signalbox.Expectations"),
      ], gives: "signalbox.App",
      "lets virtual time pass until it holds, 30s unless told otherwise; the options may be left out"
    ),
    .function(
      "skip", [Parameter("reason", "string?")], gives: "never",
      "skips the flow while it runs, for this reason; fixtures may call it as well"),
    .function(
      "step", [Parameter("name", "string"), Parameter("body", "fun(): any")], gives: "any",
      "names what belongs together, for reports; gives what the function gives"),
    .function(
      "run", [Parameter("steps", "table[]")], gives: "signalbox.App",
      "does steps that are data: `app:run { { open = \"shop://cart\" }, { tap = \"Buy\" } }`"),
  ]

  private static let expectations: [Entry] =
    MatcherCatalog.all.map { .value($0.name, $0.type, $0.summary) } + [
      .value(
        "exactly", "boolean",
        "whether arguments are compared in full, and a layer that is not named is one too many")
    ]

  private static let options: [Entry] = [
    .value("tags", "string[]|string", "words to select by"),
    .value("timeout", "string|integer", "the wall-clock time that a flow may take"),
    .value("retries", "integer", "how often it is tried again when it fails"),
    .value("only", "boolean", "whether only this one and others like it are run"),
    .value("skip", "string|boolean", "why it is not run"),
    .value("todo", "string|boolean", "what has to be done before it can be run"),
    .value(
      "fails", "string|boolean|table",
      "why it is known to fail: `\"NAV-12\"`, or `{ \"NAV-12\", message = \"what a failure says\" }`"
    ),
    .value("properties", "table<string, string>", "named texts for reports"),
    .value("bugs", "string[]|string", "addresses of reports that it is about"),
    .value(
      "fixture", "fun(app: signalbox.App): function?",
      "of suites: runs before each flow; gives what cleans up"),
  ]
}
