internal import LuaRuntime
internal import Signalbox

/// The methods of `host` that take a name and a table.
enum HostRegistrations {
  /// What a method does with the name and the value behind it.
  private typealias Body = (ScriptSession, PluginRegistrar, String, ScriptValue)
    throws(ScriptError) -> Void

  static func methods(_ session: ScriptSession) -> [Member] {
    [
      method("operation", session, operation), method("gesture", session, gesture),
      method("command", session, command), method("matcher", session, matcher),
      method("reporter", session, reporter), method("picture", session, picture),
      method("names", session, names), method("word", session, word),
    ]
  }

  private static func method(
    _ word: String, _ session: ScriptSession, _ body: @escaping Body
  ) -> Member {
    HostBinding.method(word, session) { session, host, frame throws(LuaError) in
      try HostBinding.raised { () throws(ScriptError) in
        let name = session.value(2, frame)
        guard let text = name.text else {
          throw ScriptError.badArgument(
            "\(word) is given \(session.text(of: name)), expected a name: "
              + "host:\(word)(\"name\", …)")
        }
        try body(session, host, text, session.value(3, frame))
      }
      return 0
    }
  }

  private static func operation(
    _ session: ScriptSession, _ host: PluginRegistrar, _ name: String, _ value: ScriptValue
  ) throws(ScriptError) {
    let spec = try HostSpec(
      "operation \"\(name)\"", value, keys: ["summary", "parameters", "run"], in: session)
    let run = try spec.function("run")
    try host.operation(
      name, summary: try spec.text("summary"), parameters: try spec.parameters("parameters")
    ) { coordinator, arguments throws(ScriptError) in
      try run.call([.handle(.router(coordinator))] + arguments)
    }
  }

  private static func gesture(
    _ session: ScriptSession, _ host: PluginRegistrar, _ name: String, _ value: ScriptValue
  ) throws(ScriptError) {
    let spec = try HostSpec("gesture \"\(name)\"", value, keys: ["summary", "run"], in: session)
    let run = try spec.function("run")
    try host.gesture(name, summary: try spec.text("summary")) { call throws(ScriptError) in
      try run.call([call.receiver] + call.arguments)
    }
  }

  private static func command(
    _ session: ScriptSession, _ host: PluginRegistrar, _ name: String, _ value: ScriptValue
  ) throws(ScriptError) {
    let spec = try HostSpec(
      "command \"\(name)\"", value, keys: ["summary", "parameters", "run"], in: session)
    try host.add(
      name, try spec.text("summary"), .function(try spec.function("run")), to: .command, .command,
      parameters: try spec.text("parameters"))
  }

  private static func matcher(
    _ session: ScriptSession, _ host: PluginRegistrar, _ name: String, _ value: ScriptValue
  ) throws(ScriptError) {
    let spec = try HostSpec("matcher \"\(name)\"", value, keys: ["summary", "match"], in: session)
    try host.add(
      name, try spec.text("summary"), .function(try spec.function("match")), to: .matcher, .matcher)
  }

  private static func reporter(
    _ session: ScriptSession, _ host: PluginRegistrar, _ name: String, _ value: ScriptValue
  ) throws(ScriptError) {
    let steps = ["start", "flow", "finish"]
    let spec = try HostSpec(
      "reporter \"\(name)\"", value, keys: ["summary"] + steps, in: session)
    var fields: [(String, ScriptValue)] = []
    for step in steps {
      if let function = try spec.optionalFunction(step) {
        fields.append((step, .function(function)))
      }
    }
    try host.add(
      name, try spec.text("summary"), .table(ScriptTable(fields: fields)), to: .reporter, .reporter)
  }

  private static func picture(
    _ session: ScriptSession, _ host: PluginRegistrar, _ name: String, _ value: ScriptValue
  ) throws(ScriptError) {
    let spec = try HostSpec("picture \"\(name)\"", value, keys: ["summary", "draw"], in: session)
    try host.add(
      name, try spec.text("summary"), .function(try spec.function("draw")), to: .picture, .picture)
  }

  private static func names(
    _ session: ScriptSession, _ host: PluginRegistrar, _ name: String, _ value: ScriptValue
  ) throws(ScriptError) {
    let spec = try HostSpec(
      "names \"\(name)\"", value, keys: ["summary", "fields", "calls", "declaredIn", "known"],
      in: session)
    let known = try spec.function("known")
    let declaredIn = try spec.text("declaredIn")
    try host.names(
      name, summary: try spec.text("summary"), fields: try spec.names("fields"),
      calls: try spec.positions("calls"), declaredIn: declaredIn.isEmpty ? nil : declaredIn
    ) { _ throws(ScriptError) in try known.call([]) }
  }

  private static func word(
    _ session: ScriptSession, _ host: PluginRegistrar, _ name: String, _ value: ScriptValue
  ) throws(ScriptError) {
    guard value != .nil else {
      throw ScriptError.badArgument("word \"\(name)\" is given nil, expected a value")
    }
    try host.word(name, value: value)
  }
}
