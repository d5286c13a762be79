internal import SignalboxFiles
internal import SignalboxProtocol
internal import SignalboxREPL
internal import SignalboxScripting

/// The `write_scenario` tool, which writes a scenario file and runs it.
enum WriteScenarioTool: AgentTool {
  struct Params: MessageFields {
    var path: String
    var text: String?
    var replaces: Bool?

    static let fields = [
      MessageField(
        "path", .string,
        "a path that ends in .scenario.lua, in the server's folder and next to the application"),
      MessageField(
        "text", .string, optional: true,
        "the contents: require \"app\", then scenario \"title\" { function(app) … end }. If "
          + "omitted, the steps of this session become a scenario that passes"),
      MessageField("replaces", .boolean, optional: true, "whether to replace an existing file"),
    ]
  }

  struct Result: AgentResult {
    var isWritten: Bool
    var path: String
    var source: String
    var hasPassed: Bool?
    var isLoaded: Bool?
    var count: Int?
    var failures: [String]

    static let fields = [
      MessageField("isWritten", .boolean, "whether the file was written"),
      MessageField("path", .string, "the path"),
      MessageField("source", .string, "the contents"),
      MessageField(
        "hasPassed", .boolean, optional: true,
        "whether all scenarios of the file passed; omitted if the file was not written"),
      MessageField(
        "isLoaded", .boolean, optional: true,
        "whether the file loaded; omitted if it was not written"),
      MessageField(
        "count", .integer(minimum: 0), optional: true,
        "the number of scenarios in the file; omitted if it was not written"),
      MessageField("failures", .list(.string), "each failure on one line"),
    ]

    var text: String {
      guard isWritten else {
        return "\(path) was not written, because the server is read-only. Contents:\n\(source)"
      }
      return "wrote \(path); \(outcome)\n" + AgentText.section("Failures", failures)
    }

    private var outcome: String {
      if isLoaded == false { return "it did not load" }
      if count == 0 { return "it has no scenarios" }
      return hasPassed == true ? "its scenarios passed" : "its scenarios failed"
    }
  }

  static let name = "write_scenario"
  static let title = "Write a scenario"
  static let summary =
    "Writes a scenario file and runs it. Without text, writes the steps of this session as a "
    + "scenario. A read-only server rejects calls with text; without text, it returns the steps and "
    + "writes nothing."
  static let effect = AgentEffect.files

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    try check(params)
    if params.text != nil, !session.allowsChanges {
      throw ProtocolError(
        code: "readOnly", "\(params.path) was not written, because the server is read-only",
        hint: "ask the user to start the server with --allow-changes, or to save the text")
    }
    let text =
      if let text = params.text { text } else { try saved(params, session) }
    guard session.allowsChanges else {
      return Result(
        isWritten: false, path: params.path, source: AgentText.shortened(text, to: 7_500),
        failures: [])
    }
    do throws(ScriptError) {
      try WrittenFile.write(text, to: params.path, below: ".")
    } catch {
      throw ProtocolError(code: error.code ?? error.kind.rawValue, error.message, hint: error.hint)
    }
    let run = try RunScenariosTool.run(ScenarioRunMethod.Params(paths: [params.path]), session)
    return Result(
      isWritten: true, path: params.path, source: AgentText.shortened(text, to: 3_000),
      hasPassed: run.hasPassed, isLoaded: run.unloaded.isEmpty, count: run.counts.total,
      failures: run.failures)
  }

  /// Throws an error for a path outside the folder, for a file that is not a scenario file, and for
  /// an existing file that must not be replaced.
  private static func check(_ params: Params) throws(ProtocolError) {
    let path = params.path
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isInside = !parts.contains("..") && !parts.contains("") && !parts.contains(".")
    guard path.hasSuffix(FolderSearch.ending), isInside else {
      throw ProtocolError(
        .badParams,
        "path is \(path), expected a path in the server's folder with the extension "
          + "\(FolderSearch.ending)",
        hint: "pass a path such as scenarios/buy\(FolderSearch.ending)")
    }
    if FilePath.exists(path), params.replaces != true {
      throw ProtocolError(
        code: "exists", "\(path) already exists",
        hint: "choose another path, or set replaces to true")
    }
  }

  /// Returns the steps of the session as a scenario that has passed at the prompt.
  private static func saved(
    _ params: Params, _ session: AgentSession
  ) throws(ProtocolError) -> String {
    _ = session.takeOutput()
    try session.evaluate(".save \(params.path)!")
    let file = session.takeWritten().last { $0.path == params.path }
    guard let file else {
      throw ProtocolError(
        code: "notSaved", "the session cannot be saved as a scenario: \(session.takeOutput())",
        hint: "perform gestures first, or pass the contents as text")
    }
    return file.text
  }
}
