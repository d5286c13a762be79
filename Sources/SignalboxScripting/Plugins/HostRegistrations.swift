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
      method("word", session, word),
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
    let path = "command \"\(name)\""
    let spec = try HostSpec(path, value, keys: ["summary", "parameters", "run"], in: session)
    let run = try spec.function("run")
    try host.command(
      PluginCommand(
        name, parameters: try spec.text("parameters"), summary: try spec.text("summary")
      ) { [unowned session] argument throws(ScriptError) in
        try run.text([.string(argument), .handle(.app)], path, session)
      })
  }

  private static func matcher(
    _ session: ScriptSession, _ host: PluginRegistrar, _ name: String, _ value: ScriptValue
  ) throws(ScriptError) {
    let spec = try HostSpec("matcher \"\(name)\"", value, keys: ["summary", "match"], in: session)
    let match = try spec.function("match")
    try host.matcher(
      PluginMatcher(name, summary: try spec.text("summary")) { expected throws(ScriptError) in
        let results = try match.call([.handle(.app), expected])
        return (results.first?.isTrue ?? false, results.count > 1 ? results[1] : .nil)
      })
  }

  private static func reporter(
    _ session: ScriptSession, _ host: PluginRegistrar, _ name: String, _ value: ScriptValue
  ) throws(ScriptError) {
    let path = "reporter \"\(name)\""
    let spec = try HostSpec(
      path, value, keys: ["summary", "start", "flow", "finish"], in: session)
    func step(_ key: String) throws(ScriptError) -> PluginReporter.Step? {
      guard let function = try spec.optionalFunction(key) else { return nil }
      return { [unowned session] value throws(ScriptError) in
        try function.text([value], "\(path): \(key)", session)
      }
    }
    try host.reporter(
      PluginReporter(
        name, summary: try spec.text("summary"), start: try step("start"), flow: try step("flow"),
        finish: try step("finish")))
  }

  private static func picture(
    _ session: ScriptSession, _ host: PluginRegistrar, _ name: String, _ value: ScriptValue
  ) throws(ScriptError) {
    let path = "picture \"\(name)\""
    let spec = try HostSpec(path, value, keys: ["summary", "draw"], in: session)
    let draw = try spec.function("draw")
    try host.picture(
      PluginPicture(name, summary: try spec.text("summary")) {
        [unowned session] state throws(ScriptError) in
        try draw.text([state], path, session) ?? ""
      })
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
