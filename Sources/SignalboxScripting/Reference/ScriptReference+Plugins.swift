extension ScriptReference {
  /// `host`, which the `setup` of a plugin gets.
  static let host = TypeEntry(
    shortName: "Host", kind: "host",
    summary: "What a plugin adds things through, as its `setup` gets it.",
    members: definitions + listeners + registrations)

  private static let definitions: [Entry] = [
    .function(
      "coordinator", [Parameter("name", "string")],
      gives: "fun(definition: signalbox.CoordinatorTable): signalbox.Definition",
      "defines a coordinator, as the word `coordinator` does"),
    .function(
      "tabs", [Parameter("name", "string")],
      gives: "fun(definition: signalbox.TabsTable): signalbox.Definition",
      "defines a tab coordinator, as the word `tabs` does"),
    .function(
      "extend",
      [
        Parameter("coordinator", "string|signalbox.Definition"),
        Parameter("definition", "signalbox.CoordinatorTable"),
      ], gives: "signalbox.Definition", "adds to a coordinator that somebody else defined"),
    .function(
      "style",
      [
        Parameter("name", "string"),
        Parameter("style", "signalbox.PresentationStyleTable"),
      ], "defines a style to present with, as `presentationStyle` does"),
  ]

  private static let listeners: [Entry] = [
    .function(
      "link",
      [
        Parameter("pattern", "string"),
        Parameter("open", "fun(link: table): signalbox.Answer"),
      ], "opens links that no running coordinator takes"),
    .function(
      "scheme",
      [Parameter("scheme", "string"), Parameter("rewrite", "fun(url: string): string?")],
      "rewrites the links of a scheme before they are matched; nil leaves one as it is"),
    .function(
      "on",
      [
        Parameter("filter", "string|string[]"),
        Parameter("handler", "fun(event: signalbox.Event)"),
      ], gives: "fun()", "calls a function for each event, as `app:on` does"),
    .function(
      "guard", [Parameter("ask", "fun(request: signalbox.Request): boolean|string|function|nil")],
      gives: "fun()", "asks a function before anything changes, as `app:guard` does"),
  ]

  private static let registrations: [Entry] = [
    .function(
      "operation",
      [Parameter("name", "string"), Parameter("operation", "signalbox.OperationTable")],
      "adds a method of routers and coordinators; it runs as one batch"),
    .function(
      "gesture", [Parameter("name", "string"), Parameter("gesture", "signalbox.GestureTable")],
      "adds a method of `app` that stands for its user"),
    .function(
      "command", [Parameter("name", "string"), Parameter("command", "signalbox.CommandTable")],
      "adds a command of the prompt"),
    .function(
      "matcher", [Parameter("name", "string"), Parameter("matcher", "signalbox.MatcherTable")],
      "adds a matcher of scenarios"),
    .function(
      "reporter", [Parameter("name", "string"), Parameter("reporter", "signalbox.ReporterTable")],
      "adds a reporter of scenarios"),
    .function(
      "picture", [Parameter("name", "string"), Parameter("picture", "signalbox.PictureTable")],
      "adds a picture for `app:picture`"),
    .function(
      "names", [Parameter("name", "string"), Parameter("names", "signalbox.NamesTable")],
      "adds a closed set of names that `signalbox check` looks for in scripts"),
    .function(
      "word", [Parameter("name", "string"), Parameter("value", "any")],
      "adds a word for all scripts: a function, or a value that they can read and not change"),
  ]

  /// The tables that a plugin is made of.
  static let pluginTables: [TableDescription] = [
    TableDescription(
      name: "PluginTable", summary: "What `plugin.lua` returns.",
      fields: [
        .value("name", "string", "the name of its folder"),
        .value("version", "string", "three numbers, such as `1.0.0`"),
        .value("api", "integer", "the plugin interface that it was written for: 1"),
        .value("summary", "string", "one sentence"),
        .value("license", "string?", "how others may use it"),
        .value(
          "needs", "string[]?", "`plugin:NAME` and capabilities: `env:CI`, `fs:read:DIR`, `run`"),
        .value(
          "setup", "fun(host: signalbox.Host, options: table)?", "registers what the plugin adds"),
        .value("teardown", "fun()?", "lets go of what is outside of the session"),
      ]),
    TableDescription(
      name: "OperationTable", summary: "What `host:operation` takes.",
      fields: [
        .value("summary", "string?", "one sentence"),
        .value("parameters", "string[]?", "its arguments by name, `?` behind optional ones"),
        .value("run", "fun(router: signalbox.Router, ...: any)", "submits operations"),
      ]),
    TableDescription(
      name: "GestureTable", summary: "What `host:gesture` takes.",
      fields: [
        .value("summary", "string?", "one sentence"),
        .value("run", "fun(app: signalbox.App, ...: any): any", "does it"),
      ]),
    TableDescription(
      name: "CommandTable", summary: "What `host:command` takes.",
      fields: [
        .value("summary", "string?", "one sentence, for `.help`"),
        .value("parameters", "string?", "what follows the name, for `.help`"),
        .value(
          "run", "fun(argument: string, app: signalbox.App): string?", "gives the text to show"),
      ]),
    TableDescription(
      name: "MatcherTable", summary: "What `host:matcher` takes.",
      fields: [
        .value("summary", "string?", "one sentence"),
        .value(
          "match", "fun(app: signalbox.App, expected: any): boolean, any",
          "whether it is as expected, and what it is"),
      ]),
    TableDescription(
      name: "ReporterTable",
      summary: "What `host:reporter` takes. What its functions give is written.",
      fields: [
        .value("summary", "string?", "one sentence"),
        .value("start", "(fun(run: table): string?)?", "before the first flow"),
        .value("flow", "(fun(result: table): string?)?", "after each flow"),
        .value("finish", "(fun(summary: table): string?)?", "at the end"),
      ]),
    TableDescription(
      name: "PictureTable", summary: "What `host:picture` takes.",
      fields: [
        .value("summary", "string?", "one sentence"),
        .value("draw", "fun(state: table): string", "draws what `app:state()` gives"),
      ]),
    TableDescription(
      name: "NamesTable", summary: "What `host:names` takes.",
      fields: [
        .value("summary", "string?", "one sentence"),
        .value("fields", "string[]?", "fields that one of the names is assigned to"),
        .value(
          "calls", "table<string, integer>?",
          "which argument is one: of methods `:emit`, and of functions of modules `steps.redirect`"),
        .value("declaredIn", "string?", "the key under which definitions list them"),
        .value("known", "fun(): string[]?", "returns the names; nil where there may be others"),
      ]),
  ]

  /// The words that only the code of plugins has.
  static let pluginLibraries: [(name: String, summary: String, functions: [Entry])] = [
    (
      "fs", "Files, in the code of plugins that need `fs:read:DIR` or `fs:write:DIR`.",
      [
        .function("read", [Parameter("path", "string")], gives: "string", "the text of a file"),
        .function(
          "list", [Parameter("path", "string")], gives: "string[]", "the names in a folder, sorted"),
        .function(
          "write", [Parameter("path", "string"), Parameter("text", "string")],
          "writes a file anew"),
      ]
    )
  ]

  /// The functions that only the code of plugins has.
  static let pluginFunctions: [Entry] = [
    .function(
      "run", [Parameter("command", "string"), Parameter("...", "string|{ timeout: string }")],
      gives: "string, integer, string",
      "runs a program without a shell, in the code of plugins that need `run`; gives its output, its "
        + "exit code and what it wrote on standard error; `{ timeout = \"5s\" }` comes last")
  ]
}
