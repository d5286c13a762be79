import Dispatch
import PortableMutex
import Signalbox
import SignalboxDebugging
import SignalboxProtocol
import SignalboxScenarios
import SignalboxScripting

/// A client of an adapter that runs on a separate thread.
final class EditorStub: Sendable {
  private struct State {
    var messages: [NavigationArguments] = []
    var reader = MessageReader(.contentLength, limit: 1 << 20)
    var last = 0
  }

  // Locked by the adapter when it sends a message, and by the test when it reads one.
  private let state = Mutex(State())
  private let received = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let inbox: DebugInbox

  init(_ files: [String: String]) throws {
    let inbox = try DebugInbox()
    self.inbox = inbox
    DispatchQueue(label: "adapter").async { [self] in
      let outbox = DebugOutbox { [self] bytes in receive(bytes) }
      DebugAdapter(MemoryHost(files), inbox, outbox).run()
      ended.signal()
    }
  }

  private func receive(_ bytes: [UInt8]) {
    let count = state.withLock { state in
      state.reader.append(bytes)
      var count = 0
      while case .text(let text)? = state.reader.next() {
        guard let message = (try? NavigationValue(json: text))?.table else { continue }
        state.messages.append(message)
        count += 1
      }
      return count
    }
    for _ in 0..<count { received.signal() }
  }

  private func take(_ isWanted: (NavigationArguments) -> Bool) -> NavigationArguments? {
    state.withLock { state in
      state.messages.firstIndex(where: isWanted).map { state.messages.remove(at: $0) }
    }
  }

  /// Waits for a message, and keeps all other messages.
  private func wait(_ isWanted: (NavigationArguments) -> Bool) -> NavigationArguments {
    while true {
      if let message = take(isWanted) { return message }
      received.wait()
    }
  }

  func sendRaw(_ text: String) { inbox.add(MessageFraming.contentLength.frame(text)) { _ in } }

  /// Sends a request and returns its response.
  @discardableResult
  func request(_ command: String, _ arguments: NavigationArguments = [:]) -> NavigationArguments {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let message: NavigationValue = [
      "seq": .integer(number), "type": "request", "command": .string(command),
      "arguments": .table(arguments),
    ]
    sendRaw((try? message.json) ?? "")
    return wait { $0["type"] == "response" && $0["request_seq"] == .integer(number) }
  }

  /// Returns the body of a response, or its message if the request failed.
  func body(_ command: String, _ arguments: NavigationArguments = [:]) -> NavigationArguments {
    let response = request(command, arguments)
    return response["body"]?.table ?? ["failed": response["message"] ?? ""]
  }

  /// Returns the reason why a request failed.
  func failure(_ command: String, _ arguments: NavigationArguments = [:]) -> String? {
    let response = request(command, arguments)
    return response["success"] == false ? response["message"]?.text : nil
  }

  func event(_ name: String) -> NavigationArguments {
    wait { $0["event"] == .string(name) }["body"]?.table ?? [:]
  }

  /// The outputs that have arrived, each without its line ending.
  func outputs() -> [String] {
    var found: [String] = []
    while let message = take({ $0["event"] == "output" }) {
      found.append(String((message["body"]?.table?["output"]?.text ?? "").dropLast()))
    }
    return found
  }

  // MARK: - Sessions

  /// Launches a program with breakpoints, each a line or the fields of a breakpoint.
  func launch(
    _ program: String, _ arguments: NavigationArguments = [:],
    breakpoints: [String: [NavigationArguments]] = [:], filters: [String] = []
  ) {
    request("initialize", ["adapterID": "signalbox"])
    var arguments = arguments
    arguments["program"] = .string(program)
    request("launch", arguments)
    for (file, list) in breakpoints {
      request(
        "setBreakpoints",
        ["source": ["path": .string(file)], "breakpoints": .list(list.map { .table($0) })])
    }
    request("setExceptionBreakpoints", ["filters": .list(filters.map { .string($0) })])
    request("configurationDone")
  }

  /// Waits until a script stops.
  ///
  /// - Returns: The reason, and the functions of the thread with their lines, innermost first. If the
  ///   program has ended instead, its exit code and its output.
  func stop() -> String {
    let message = wait { $0["event"] == "stopped" || $0["event"] == "exited" }
    let body = message["body"]?.table ?? [:]
    if message["event"] == "exited" {
      return "exited: \(body["exitCode"]?.integer ?? -1) \(outputs())"
    }
    return "\(body["reason"]?.text ?? "?"): \(stack(body["threadId"]?.integer ?? 0))"
  }

  func stack(_ thread: Int) -> String {
    let frames = body("stackTrace", ["threadId": .integer(thread)])["stackFrames"]?.list ?? []
    return frames.map { frame in
      let source = frame.table?["source"]?.table?["name"]?.text ?? "?"
      return "\(frame.table?["name"]?.text ?? "?") \(source):\(frame.table?["line"]?.integer ?? 0)"
    }.joined(separator: " < ")
  }

  /// Continues, and waits until the script stops again.
  func after(_ command: String) -> String {
    if let failure = failure(command, ["threadId": 1]) { return "failed: \(failure)" }
    return stop()
  }

  /// Returns an expression's value in the innermost function.
  func value(_ expression: String) -> String {
    let body = self.body("evaluate", ["expression": .string(expression), "context": "watch"])
    return body["result"]?.text ?? body["failed"]?.text ?? "?"
  }

  /// Disconnects, and waits until the adapter has ended.
  func disconnect() {
    request("disconnect")
    ended.wait()
  }

  /// Closes the stream, as the end of the client does, and waits until the adapter has ended.
  func vanish() {
    inbox.close()
    ended.wait()
  }
}

/// Files in memory.
private final class MemoryHost: DebugHost {
  let sources = SourceCache()
  let snapshots: (any SnapshotStore)? = nil
  private let files: [String: String]

  init(_ files: [String: String]) { self.files = files }

  func prepare(_ launch: DebugLaunch) {}

  func connect(to session: DebugAttach) throws(ScriptError) -> any DebugPeer {
    throw ScriptError(.runtime, "there is no session \(session.session)")
  }

  func read(_ path: String) throws(ScriptError) -> [UInt8] {
    let name = path.hasPrefix("/") ? String(path.dropFirst()) : path
    guard let text = files[name] else {
      throw ScriptError(.module, "cannot read \(path): no such file")
    }
    return Array(text.utf8)
  }

  func resolved(_ path: String) -> String? {
    let name = path.hasPrefix("/") ? String(path.dropFirst()) : path
    return files[name].map { _ in "/\(name)" }
  }

  func modules(of script: String) -> any ModuleSource {
    FolderModules(in: ["."], files: MemoryFiles(files: files), sources: sources)
  }

  func makeSession(
    script: String, isReused: Bool, attach: (ScriptSession) throws(ScriptError) -> Void
  ) throws(ScriptError) -> ScriptSession {
    var configuration = ScriptConfiguration(modules: modules(of: script))
    configuration.isReused = isReused
    let session = try ScriptSession(configuration)
    try attach(session)
    return session
  }
}

private struct MemoryFiles: ModuleFiles {
  let files: [String: String]

  func read(_ name: String, below folder: String) throws(ModuleFileFailure) -> [UInt8]? {
    files[name].map { Array($0.utf8) }
  }
}
