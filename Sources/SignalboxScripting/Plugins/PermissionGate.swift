internal import LuaRuntime
internal import Signalbox

/// Provides a plugin's code with `fs`, `run` and `os.getenv`, which access resources outside the
/// session, as far as the user has granted permissions to the plugin.
final class PermissionGate {
  private let plugin: String
  private let path: String
  private unowned let session: ScriptSession
  /// The granted permissions. The array is empty until the plugin is set up.
  var permitted: [Permission] = []

  private static let standardTimeout = Duration.seconds(10)

  init(_ plugin: String, path: String, session: ScriptSession) {
    self.plugin = plugin
    self.path = path
    self.session = session
  }

  static let files = ScriptReference.Library(
    name: "fs",
    summary: "Access to files, for plugins with the permission `fs:read:DIR` or `fs:write:DIR`.",
    functions: [
      .function(
        "read", [.init("path", "string")], returns: "string", "returns the content of a file"),
      .function(
        "list", [.init("path", "string")], returns: "string[]",
        "returns the names of the files and folders in a folder, sorted and without hidden "
          + "entries"),
      .function(
        "write", [.init("path", "string"), .init("text", "string")],
        "writes a string to a file, and creates or replaces the file"),
    ])

  static let run = ScriptReference.Entry.function(
    "run", [.init("command", "string"), .init("...", "string|{ timeout: string }")],
    returns: "string, integer, string",
    "runs a program without a shell and returns the program's output, exit code and standard "
      + "error; requires the permission `run`. The last argument may be `{ timeout = \"5s\" }`")

  /// Adds `fs`, `run` and an `os` table with `getenv` to the plugin's environment.
  func open(in environment: LuaTable) throws(LuaError) {
    let luaState = session.luaState
    let files = luaState.makeTable(fields: [
      ("read", function("fs.read") { [unowned self] call throws(ScriptError) in try read(call) }),
      ("list", function("fs.list") { [unowned self] call throws(ScriptError) in try list(call) }),
      (
        "write", function("fs.write") { [unowned self] call throws(ScriptError) in try write(call) }
      ),
    ])
    try environment.set("fs", .table(files))
    try environment.set(
      "run", function("run") { [unowned self] call throws(ScriptError) in try run(call) })
    let getenv = function("os.getenv") { [unowned self] call throws(ScriptError) in
      try variable(call)
    }
    try environment.set("os", try osTable(getenv))
  }

  /// Creates a function for the plugin. The body can refer to the gate without retaining it,
  /// because the session retains the plugin, and therefore the gate, until the Lua state is closed.
  private func function(_ name: String, _ body: @escaping ScriptBody) -> LuaValue {
    .function(session.host.makeFunction(name, body).function)
  }

  /// Returns a copy of the `os` table of scripts, with `getenv` added.
  private func osTable(_ getenv: LuaValue) throws(LuaError) -> LuaValue {
    let copy = try session.luaState.load(
      "local own = {} for name, value in pairs(os) do own[name] = value end own.getenv = ... return own",
      chunkName: "=os", environment: session.luaState.makeEnvironment())
    return try session.luaState.result(of: copy, getenv)
  }

  // MARK: - Files

  /// The maximum size of a file that `fs.read` reads, in bytes.
  private static let longestText = 16 << 20
  /// The minimum amount of free memory that is required to read a file, in bytes.
  private static let leastRoom = 64 << 10

  private func read(_ call: ScriptCall) throws(ScriptError) -> [ScriptValue] {
    let (path, folder) = try place(call, "fs.read", { Permission.readFiles($0) })
    // The text is temporarily stored twice: as the bytes that were read, and as a string of the
    // script.
    try session.take(Self.leastRoom)
    let maxBytes = min(Self.longestText, session.room / 3)
    return [.string(try system("fs.read").read(path, below: folder, maxBytes: maxBytes))]
  }

  private func list(_ call: ScriptCall) throws(ScriptError) -> [ScriptValue] {
    let (path, folder) = try place(call, "fs.list", { Permission.readFiles($0) })
    let names = try system("fs.list").list(path, below: folder)
    return [.table(ScriptTable(list: names.map { .string($0) }))]
  }

  private func write(_ call: ScriptCall) throws(ScriptError) -> [ScriptValue] {
    let (path, folder) = try place(call, "fs.write", { Permission.writeFiles($0) })
    guard case .string(let bytes) = call[2] else {
      throw .badArgument("fs.write: the content is \(session.text(of: call[2])), expected a string")
    }
    try system("fs.write").write(bytes, to: path, below: folder)
    return []
  }

  /// Returns the path to which a call refers, and the granted folder that contains it.
  private func place(
    _ call: ScriptCall, _ name: String, _ permission: (String) -> Permission
  ) throws(ScriptError) -> (path: String, folder: String) {
    guard let text = call[1].text, !text.contains("\0") else {
      throw .badArgument(
        "\(name): the path is \(session.text(of: call[1])), expected a string without null "
          + "characters")
    }
    let path = PluginPath(text)
    for held in permitted {
      switch (held, permission("")) {
      case (.readFiles(let folder), .readFiles), (.writeFiles(let folder), .writeFiles):
        if PluginPath(folder).contains(path) { return (path.description, folder) }
      default: continue
      }
    }
    throw denied("\(name) of \"\(text)\"", permission(path.parent.description))
  }

  // MARK: - Programs and variables

  private func variable(_ call: ScriptCall) throws(ScriptError) -> [ScriptValue] {
    guard let name = call[1].text, !name.contains("\0") else {
      throw .badArgument(
        "os.getenv: the name is \(session.text(of: call[1])), expected a string without null "
          + "characters")
    }
    guard permitted.contains(.environment(name)) else {
      throw denied("os.getenv \"\(name)\"", .environment(name))
    }
    return [try system("os.getenv").environment(name).map { .string($0) } ?? .nil]
  }

  private func run(_ call: ScriptCall) throws(ScriptError) -> [ScriptValue] {
    var arguments = call.arguments
    var timeout = Self.standardTimeout
    if let options = arguments.last?.table {
      arguments.removeLast()
      timeout = try self.timeout(options)
    }
    var words: [String] = []
    for (index, value) in arguments.enumerated() {
      guard let word = value.text ?? value.integer.map(String.init), !word.contains("\0") else {
        throw .badArgument(
          "run: argument \(index + 1) is \(session.text(of: value)), expected a string without "
            + "null characters")
      }
      words.append(word)
    }
    guard let command = words.first, !command.isEmpty else {
      throw .badArgument("run: the command is missing; pass it first: run(\"git\", \"status\")")
    }
    guard permitted.contains(.run) else { throw denied("run \"\(command)\"", .run) }
    let process = try system("run").run(command, Array(words.dropFirst()), timeout: timeout)
    return [.string(process.output), .integer(process.code), .string(process.errors)]
  }

  private func timeout(_ options: ScriptTable) throws(ScriptError) -> Duration {
    for pair in options.pairs where pair.key.text != "timeout" {
      throw .badArgument(
        "run: there is no option \(session.text(of: pair.key))",
        hint: nameHint(for: pair.key.text ?? "", in: ["timeout"]))
    }
    let value = options["timeout"]
    guard let milliseconds = value.number ?? value.text.flatMap(TimeReader.parse),
      milliseconds >= 1, milliseconds < 1e12
    else {
      throw .badArgument(
        "run: timeout is \(session.text(of: value)), expected a duration such as \"5s\"")
    }
    return .milliseconds(milliseconds)
  }

  private func system(_ name: String) throws(ScriptError) -> any PluginSystem {
    if let system = session.plugins.configuration.system { return system }
    throw ScriptError(
      .runtime, code: "pluginDenied",
      "pluginDenied: \(name): this host denies all permissions")
  }

  private func denied(_ what: String, _ permission: Permission) -> ScriptError {
    ScriptError(
      .runtime, code: "pluginDenied",
      "pluginDenied: plugin \"\(plugin)\" may not use \(what); add \"\(permission)\" to permissions in "
        + "\(path)/plugin.lua and grant it with --allow \(plugin)=\(permission), or in "
        + "signalbox.lua: \(PluginConfiguration.text(granting: [permission], to: plugin))")
  }
}
