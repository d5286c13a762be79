internal import LuaRuntime
internal import Signalbox
internal import SignalboxInspector

/// A method of `host`: its reference entry and its function.
struct HostMethod: Sendable {
  typealias Body =
    @Sendable (ScriptSession, PluginRegistrar, LuaFrame) throws(LuaError) -> Int

  let entry: ScriptReference.Entry
  let body: Body
  /// The description of the table that the method accepts, or `nil` if it accepts none.
  var table: TableDescription?

  init(
    _ name: String, _ parameters: [ScriptReference.Parameter], returns type: String = "",
    _ summary: String, body: @escaping Body
  ) {
    entry = .function(name, parameters, returns: type, summary)
    self.body = body
  }

  /// Creates a method that takes a name and a value.
  init(
    _ name: String, _ value: ScriptReference.Parameter, _ summary: String,
    register:
      @escaping @Sendable (PluginRegistrar, String, ScriptValue) throws(ScriptError) -> Void
  ) {
    self.init(name, [.init("name", "string"), value], summary) {
      session, host, frame throws(LuaError) in
      try raised { () throws(ScriptError) in
        let given = session.value(2, frame)
        guard let text = given.text else {
          throw ScriptError.badArgument(
            "\(name): got \(session.text(of: given)), expected a name: host:\(name)(\"name\", …)")
        }
        try register(host, text, session.value(3, frame))
      }
      return 0
    }
  }

  /// Creates a method that takes a name and a table.
  init(
    _ name: String, _ summary: String, _ keys: [ValueSchema<Registration>.Key], note: String = "",
    register:
      @escaping @Sendable (PluginRegistrar, String, Registration) throws(ScriptError) -> Void
  ) {
    let table = "\(name.prefix(1).uppercased())\(name.dropFirst())Table"
    let schema = ValueSchema<Registration>(
      table, "The keys of `host:\(name)`.\(note)", [.summary] + keys)
    self.init(name, .init(name, "signalbox.\(table)"), summary) {
      host, title, value throws(ScriptError) in
      var registration = Registration()
      try schema.read(
        value, of: "\(name) \"\(title)\"", in: host.session, into: &registration)
      try register(host, title, registration)
    }
    self.table = schema.description
  }

  /// Creates a method that adds a function to an extensible list.
  init(
    _ name: String, _ summary: String, _ point: ExtensionPoint, _ kind: PluginContribution.Kind,
    _ keys: [ValueSchema<Registration>.Key]
  ) {
    self.init(name, summary, keys) { host, name, it throws(ScriptError) in
      try host.add(
        name, it.summary, it.function, to: point, kind, parameters: it.usage, covers: it.covers)
    }
  }
}

/// The contents of a table that a plugin passes to a method of `host`.
struct Registration {
  var summary = ""
  /// The arguments of a command, for help texts, or an empty string if there are none.
  var usage = ""
  var parameters: [PluginParameter] = []
  var functions: [(String, ScriptValue)] = []
  var fields: [String] = []
  /// The positions of names in argument lists, keyed by function.
  var calls: [String: Int] = [:]
  var declaredIn: String?
  /// The changes that the value of a matcher shows.
  var covers: Set<NavigationEvent.Kind> = []

  /// The first function in the table, or nil if there is none.
  var function: ScriptValue { functions.first?.1 ?? .nil }
}

extension TableSchema.Key where Field == ValueField, Target == Registration {
  static let summary = text("summary", { $0.summary = $1 }, "one sentence")

  static func function(_ name: String, _ type: String, _ summary: String) -> Self {
    function(name, type, summary, isNeeded: !type.hasSuffix("?")) {
      $0.functions.append((name, .function($1)))
    }
  }
}

/// The type of `host`, the registrar that a Lua plugin's `setup` receives.
enum HostBinding {
  static let kind = HandleKind(
    "Host", "host", "The registrar that the `setup` function of a plugin receives.",
    methods.map { method in HandleMember(method.entry, make: { body(of: method, $0) }) })

  /// Creates the type of `host`. This function is called once for each session that loads plugins.
  static func open(in session: ScriptSession) -> LuaObjectType<PluginRegistrar> {
    session.luaState.makeObjectType(PluginRegistrar.self, name: "host") { _, members in
      for member in kind.members { members.method(member.entry.name, member.make(session)) }
      members.index = { frame throws(LuaError) in
        let name = frame.kind(2) == .string ? frame.text(2) : "a \(frame.kind(2))"
        let hint = nameHint(for: name, in: names).map { "; \($0)" } ?? ""
        throw LuaError(code: "unknownMember", "host has no \"\(name)\"\(hint)")
      }
      members.toString = { [unowned session] frame in
        let plugin = frame.object(1, session.plugins.hostType)?.plugin ?? "?"
        frame.push("host of plugin \(plugin)")
        return 1
      }
    }
  }

  /// The names of all methods, for hints.
  static let names = methods.map(\.entry.name)

  /// All methods, in the order of the reference.
  static let methods = definitions + observers + registrations

  private static let definitions = [
    HostMethod(
      "coordinator", [.init("name", "string")],
      returns: "fun(definition: signalbox.CoordinatorTable): signalbox.Definition",
      "defines a coordinator, as the global `coordinator` does"
    ) { session, host, frame throws(LuaError) in
      try session.registrar.define(.navigation, frame, from: 2, for: host)
    },
    HostMethod(
      "tabs", [.init("name", "string")],
      returns: "fun(definition: signalbox.TabsTable): signalbox.Definition",
      "defines a tab coordinator, as the global `tabs` does"
    ) { session, host, frame throws(LuaError) in
      try session.registrar.define(.tabs, frame, from: 2, for: host)
    },
    HostMethod(
      "extend",
      [
        .init("coordinator", "string|signalbox.Definition"),
        .init("definition", "signalbox.CoordinatorTable"),
      ], returns: "signalbox.Definition",
      "extends a coordinator that a script or another plugin has defined"
    ) { session, host, frame throws(LuaError) in try session.registrar.extend(frame, for: host) },
    HostMethod(
      "style",
      [.init("name", "string"), .init("style", "signalbox.PresentationStyleTable")],
      "defines a presentation style, as `presentationStyle` does"
    ) { session, host, frame throws(LuaError) in
      try session.registrar.definePresentationStyle(frame, from: 2, for: host)
    },
  ]

  private static let observers = [
    HostMethod(
      "link",
      [.init("pattern", "string"), .init("open", "fun(link: table): signalbox.Answer")],
      "handles links that no running coordinator handles"
    ) { session, host, frame throws(LuaError) in
      let pattern = try text("link: the pattern", session, frame)
      let function = try function("link", session, frame)
      try raised { () throws(ScriptError) in
        try host.link(pattern) { [unowned session] match in
          try session.luaState.call(
            function, { frame throws(LuaError) in try session.registrar.push(match, frame) },
            results: 1
          ) { [unowned session] frame throws(LuaError) in
            try AnswerReader(session: session).link(
              1, frame, "link \"\(pattern)\" of the application")
          }
        }
      }
      return 0
    },
    HostMethod(
      "scheme", [.init("scheme", "string"), .init("rewrite", "fun(url: string): string?")],
      "rewrites the links of a scheme before they are matched; nil keeps a link unchanged"
    ) { session, host, frame throws(LuaError) in
      let scheme = try text("scheme: the scheme", session, frame)
      let function = try function("scheme", session, frame)
      try raised { () throws(ScriptError) in
        try host.scheme(scheme) { [unowned session] url in
          try session.rewrite(url, of: scheme, with: function)
        }
      }
      return 0
    },
    HostMethod(
      "on",
      [
        .init("filter", "string|string[]"), .init("handler", "fun(event: signalbox.Event)"),
      ], returns: "fun()",
      "calls a function for each event that matches the filter, as `app:on` does"
    ) { session, host, frame throws(LuaError) in
      let observer = try EventObservation(session: session).observe(frame)
      host.noteObserver(observer.id, observer.kinds)
      return 1
    },
    HostMethod(
      "guard", [.init("ask", "fun(request: signalbox.Request): boolean|string|function|nil")],
      returns: "fun()", "adds a guard, as `app:guard` does"
    ) { session, host, frame throws(LuaError) in
      host.noteGuard(try GuardBinding(session: session).add(frame))
      return 1
    },
  ]

  private static let registrations = [
    HostMethod(
      "operation", "adds a method of routers and coordinators; it runs as one batch",
      [
        .init(
          "parameters", "string[]?",
          "the names of the operation's arguments, followed by `?` if optional"
        ) {
          field, registration throws(TableMistake) in
          registration.parameters = try field.list("a name, followed by ? if it is optional") {
            $0.text.flatMap { $0.isEmpty ? nil : PluginParameter($0) }
          }
        }, .function("run", "fun(router: signalbox.Router, ...: any)", "submits operations"),
      ]
    ) { host, name, it throws(ScriptError) in
      try host.operation(name, summary: it.summary, parameters: it.parameters) {
        coordinator, arguments throws(ScriptError) in
        try it.function.function?.call([.handle(.router(coordinator))] + arguments)
      }
    },
    HostMethod(
      "gesture", "adds a gesture: a method of `app` that simulates user input",
      [.function("run", "fun(app: signalbox.App, ...: any): any", "performs the gesture")]
    ) { host, name, it throws(ScriptError) in
      try host.gesture(name, summary: it.summary) { call throws(ScriptError) in
        try it.function.function?.call([call.receiver] + call.arguments) ?? []
      }
    },
    HostMethod(
      "command", "adds a command to the prompt", .command, .command,
      [
        .text("parameters", { $0.usage = $1 }, "the command's arguments, for `.help`"),
        .function(
          "run", "fun(argument: string, app: signalbox.App): string?",
          "returns the text to show"),
      ]),
    HostMethod(
      "matcher", "adds a matcher for scenarios", .matcher, .matcher,
      [
        .function(
          "match", "fun(app: signalbox.App, expected: any): boolean, any",
          "returns whether the state matches the expected value, and the actual value"),
        .init(
          "covers", "string[]?",
          "the events whose changes the matcher's value shows; exhaustive scenarios need no other "
            + "expectation for these changes"
        ) { field, registration throws(TableMistake) in
          registration.covers = Set(
            try field.list(ChangeCoverage.expectedName) { value in
              value.text.flatMap(NavigationEvent.Kind.init(name:)).flatMap { kind in
                ChangeCoverage.changes.contains(kind) ? kind : nil
              }
            })
        },
      ]),
    HostMethod(
      "reporter", "adds a reporter for scenario runs",
      [
        .function(
          "start", "(fun(run: table): string?)?",
          "called before the first scenario; "
            + "returns text for the report"),
        .function(
          "scenario", "(fun(result: table): string?)?",
          "called after each scenario; "
            + "returns text for the report"),
        .function(
          "finish", "(fun(summary: table): string?)?",
          "called at the end of the run; "
            + "returns text for the report"),
      ], note: " The report consists of the strings that these functions return."
    ) { host, name, it throws(ScriptError) in
      try host.add(
        name, it.summary, .table(ScriptTable(fields: it.functions)), to: .reporter, .reporter)
    },
    HostMethod(
      "renderer", "adds a renderer for `app:render`", .renderer, .renderer,
      [
        .function(
          "render", "fun(state: table): string",
          "receives the result of `app:state()` and returns the text to show")
      ]),
    HostMethod(
      "names", "adds a set of valid names that `signalbox lint` checks in scripts",
      [
        .texts("fields", "a name", "the fields to which names are assigned") {
          $0.fields = $1
        },
        .init(
          "calls", "table<string, integer>?",
          "the positions of names in the arguments of methods, such as `:emit`, and of module "
            + "functions, such as `steps.redirect`",
          store: positions),
        .text("declaredIn", { $0.declaredIn = $1 }, "the key of definitions that lists names"),
        .function(
          "known", "fun(): string[]?",
          "returns the valid names, or nil if any name can be valid",
          isNeeded: true
        ) { $0.functions.append(("known", .function($1))) },
      ]
    ) { host, name, it throws(ScriptError) in
      let declaredIn = it.declaredIn.flatMap { $0.isEmpty ? nil : $0 }
      try host.names(
        name, summary: it.summary, fields: it.fields, calls: it.calls, declaredIn: declaredIn
      ) { _ throws(ScriptError) in try it.function.function?.call([]) ?? [] }
    },
    HostMethod(
      "global", .init("value", "any"),
      "adds a global for all scripts: a function, or a read-only value"
    ) { host, name, value throws(ScriptError) in
      guard value != .nil else {
        throw ScriptError.badArgument("global \"\(name)\": got nil, expected a value")
      }
      try host.global(name, value: value)
    },
  ]

  /// Reads a table of the positions of names in argument lists, keyed by function, such as
  /// `{ [":emit"] = 1 }`.
  @Sendable private static func positions(
    _ field: ValueField, _ registration: inout Registration
  ) throws(TableMistake) {
    guard let pairs = field.value.table?.pairs else {
      throw field.wrong(expected: "a table of positions, keyed by function name")
    }
    for pair in pairs {
      guard let name = pair.key.text, case .integer(let place) = pair.value, place > 0 else {
        let key = "\(field.key)[\(field.table.shown(pair.key))]"
        throw ValueField(key: key, value: pair.value, table: field.table).wrong(
          expected: "the position of an argument, 1 or more")
      }
      registration.calls[name] = place
    }
  }

  // MARK: - Extensions of definitions

  private static func body(
    of method: HostMethod, _ session: ScriptSession
  ) -> LuaNativeBody {
    let (name, body) = (method.entry.name, method.body)
    return { [unowned session] frame throws(LuaError) in
      guard let host = frame.object(1, session.plugins.hostType) else {
        throw LuaError(
          "bad argument #1 to '\(name)' (host expected, got \(frame.kind(1)); call it with a "
            + "colon: host:\(name)(…))")
      }
      try raised { () throws(ScriptError) in try host.checkOpen() }
      return try body(session, host, frame)
    }
  }

  private static func text(
    _ what: String, _ session: ScriptSession, _ frame: LuaFrame
  ) throws(LuaError) -> String {
    guard frame.kind(2) == .string else {
      throw .badArgument("\(what) is \(session.shortText(frame, 2)), expected a string")
    }
    return frame.text(2)
  }

  private static func function(
    _ word: String, _ session: ScriptSession, _ frame: LuaFrame
  ) throws(LuaError) -> LuaFunction {
    guard frame.kind(3) == .function else {
      throw .badArgument(
        "\(word) \"\(frame.text(2))\": got \(session.shortText(frame, 3)), expected a function")
    }
    return try frame.function(3)
  }
}

extension ScriptSession {
  fileprivate func rewrite(
    _ url: String, of scheme: String, with function: LuaFunction
  ) throws(LuaError) -> String? {
    try luaState.call(function, { $0.push(url) }, results: 1) { frame throws(LuaError) in
      guard frame.isNil(1) || frame.kind(1) == .string else {
        throw .badArgument(
          "scheme \"\(scheme)\" returned \(shortText(frame, 1)), expected a link or nothing"
        )
      }
      return try frame.optionalString(1)
    }
  }
}

extension PluginRegistrar {
  /// Adds a coordinator that the plugin defines in Lua.
  func add(_ definition: CoordinatorDefinition) throws(LuaError) {
    try raised { () throws(ScriptError) in try checkCoordinator(definition.name) }
    try session.registrar.register(definition)
    note(.coordinator, definition.name) { [unowned session] in session.registrar.forget(definition)
    }
  }
}
