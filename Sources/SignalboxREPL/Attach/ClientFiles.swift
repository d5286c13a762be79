internal import SignalboxProtocol
internal import SignalboxScenarios
internal import SignalboxScripting

/// Provides the commands of a client's prompt with access to the client's files. Together with an
/// input, the client sends the files that a command of the input reads. The client also writes the
/// files for the command.
final class ClientFiles: CommandHost {
  /// The files that the client sent with the input, keyed by path.
  var files: [String: String] = [:]
  /// The client's folder, to which the client's paths are relative.
  var folder = ""
  /// The host's own access to resources, for example for scenario sessions, or `nil` if there is
  /// none.
  private let host: (any CommandHost)?
  /// The host's folder. The paths of the host's scripts are relative to this folder.
  private let hostFolder: String
  private let send: (FileWriteMethod.Params) -> Void

  init(
    _ host: (any CommandHost)?, in hostFolder: String,
    send: @escaping (FileWriteMethod.Params) -> Void
  ) {
    (self.host, self.hostFolder, self.send) = (host, hostFolder, send)
  }

  func read(_ path: String) throws(ScriptError) -> [UInt8] {
    guard let text = files[path] else {
      throw ScriptError(
        .module, "the client has not sent \(path)",
        hint: "send the file in the `files` field of the request")
    }
    return Array(text.utf8)
  }

  func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(ScriptError) {
    send(
      FileWriteMethod.Params(
        path: path, mode: replacing ? .replace : .create,
        text: String(decoding: bytes, as: UTF8.self)))
  }

  func makeRecording(_ path: String, replacing: Bool) throws(ScriptError) -> any CommandRecording {
    try write([], to: path, replacing: replacing)
    return Recording(path, send)
  }

  /// A recording that the client writes to a file.
  private final class Recording: CommandRecording {
    private let path: String
    private let send: (FileWriteMethod.Params) -> Void

    init(_ path: String, _ send: @escaping (FileWriteMethod.Params) -> Void) {
      (self.path, self.send) = (path, send)
    }

    func append(_ line: String) { send(.init(path: path, mode: .append, text: line + "\n")) }
    func close() { send(.init(path: path, mode: .close, text: "")) }
  }

  // MARK: - The host

  func makeSession(
    forScenariosIn path: String, with modules: [String: ScriptModule], isReused: Bool
  ) throws(ScriptError) -> ScriptSession {
    guard let host else {
      throw ScriptError(
        .runtime, "this host cannot run scenarios", hint: "record the session with .record instead")
    }
    return try host.makeSession(
      forScenariosIn: absolute(path, folder), with: modules, isReused: isReused)
  }

  func scenarioSessions(
    _ own: any ScenarioSessionSource
  ) -> (any ScenarioSessionSource)? {
    guard let host else { return own }
    return host.scenarioSessions(own)
  }

  func modelSessions(_ own: any ScenarioSessionSource) -> (any ScenarioSessionSource)? {
    host?.modelSessions(own)
  }

  func module(of script: String, forScenariosIn path: String) -> String? {
    host?.module(of: absolute(script, hostFolder), forScenariosIn: absolute(path, folder))
  }

  private func absolute(_ path: String, _ folder: String) -> String {
    path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
  }

  func health() throws(ScriptError) -> String {
    guard let host else { throw ScriptError(.runtime, "this host does not support .doctor") }
    return try host.health()
  }

  func runShell(_ command: String) throws(ScriptError) -> Int {
    throw ScriptError(
      .runtime, "!\(command): shell commands do not run in the host of a session",
      hint: "run it in a terminal")
  }

  func edit(_ text: String) throws(ScriptError) -> String {
    throw ScriptError(.runtime, "the host of a session cannot open an editor; only its clients can")
  }

  var today: String { host?.today ?? "" }
}
