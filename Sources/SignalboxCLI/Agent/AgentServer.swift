internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SignalboxTransports
internal import SystemLibrary

/// The server of `signalbox mcp`, which answers the requests of an MCP client. Each message is one
/// line (Model Context Protocol 2025-11-25, stdio transport).
final class AgentServer {
  private let input: Int32
  private let output: Int32
  private let words: [String]
  private let allowsChanges: Bool
  private var reader = SignalboxProtocol.MessageReader(.lines, limit: maxMessage)
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// The session that the tools use, or `nil` before the first call and after the session has
  /// ended.
  private var session: AgentSession?
  /// The protocol version in use, or `nil` before `initialize`.
  private var version: String?
  /// The requests that are waiting for the running request to end, in the order of arrival.
  private var waiting: [(id: MessageID, method: String, params: NavigationArguments)] = []
  /// The tool call that is running, and whether it was cancelled.
  private var running: (id: MessageID, isCancelled: Bool)?
  private var hasInputEnded = false
  private var canWrite = true

  /// The versions of the protocol that the server supports, newest last.
  static let versions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  private static let maxMessage = 4 << 20
  /// The maximum number of waiting requests.
  private static let maxWaiting = 64

  /// - Parameters:
  ///   - streams: The streams of the client.
  ///   - words: The arguments of the process that serves the session.
  ///   - allowsChanges: Whether tools may write files.
  init(_ streams: (input: Int32, output: Int32), _ words: [String], allowsChanges: Bool) {
    (input, output) = streams
    (self.words, self.allowsChanges) = (words, allowsChanges)
  }

  /// Runs until the input ends, the client closes the output, or a signal arrives.
  func run() throws(ScriptError) -> ExitCode {
    UserStop.install()
    while !hasInputEnded, canWrite, UserStop.reason == nil {
      var wait = Waiting()
      let place = wait.add(input)
      if let session { wait.add(session.descriptor) }
      wait.wait(250)
      if wait.canRead(place) { readInput() }
      session?.read()
      if session?.hasEnded == true { session = nil }
      while !waiting.isEmpty, canWrite, UserStop.reason == nil {
        let next = waiting.removeFirst()
        answer(next.id, next.method, next.params)
      }
    }
    session = nil
    return UserStop.reason?.exitCode ?? .success
  }

  // MARK: - Input

  private func readInput() {
    let count = read(input, &chunk, chunk.count)
    guard count > 0 else {
      if count == 0 || ![EAGAIN, EINTR].contains(errno) {
        hasInputEnded = true
        cancelRunning()
      }
      return
    }
    reader.append(chunk[..<count])
    while let frame = reader.next() { take(frame) }
  }

  private func take(_ frame: SignalboxProtocol.MessageReader.Frame) {
    switch frame {
    case .text(let text): take(text)
    case .garbled: send(.failure(id: nil, ProtocolError(.malformed, "a message must be UTF-8")))
    case .broken(let reason): send(.failure(id: nil, ProtocolError(.malformed, reason)))
    case .tooLong:
      let message = "the message is too long; at most \(Self.maxMessage) bytes are allowed"
      send(.failure(id: nil, ProtocolError(.tooLong, message)))
    }
  }

  private func take(_ text: String) {
    if text.contains("null"), let id = JSONOutline(text)?.members?["id"], id == "null" {
      let error = ProtocolError(
        .invalidRequest, "id is null, expected an integer or a string",
        hint: "omit id in a notification")
      return send(.failure(id: nil, error))
    }
    do throws(ProtocolMessage.Fault) {
      switch try ProtocolMessage(text) {
      case .request(let id, "ping", _): send(.result(id: id, [:]))
      case .request(let id, let method, let params):
        guard waiting.count < Self.maxWaiting else {
          let error = ProtocolError(
            .busy, "\(Self.maxWaiting) requests are already waiting",
            hint: "wait for a response before sending the next request")
          return send(.failure(id: id, error))
        }
        waiting.append((id, method, params))
      case .notification("notifications/cancelled", let params): cancel(params)
      // The server sends no requests, so every response is a mistake by the client and is ignored.
      case .notification, .result, .failure: break
      }
    } catch {
      if !error.isNotification { send(.failure(id: error.id, error.error)) }
    }
  }

  private func cancel(_ params: NavigationArguments) {
    let id: MessageID? =
      switch params["requestId"] {
      case .integer(let number)?: .number(number)
      case .string(let text)?: .text(text)
      default: nil
      }
    guard let id else { return }
    if running?.id == id { cancelRunning() }
    // A cancelled request receives no response.
    waiting.removeAll { $0.id == id }
  }

  private func cancelRunning() {
    guard running != nil else { return }
    running?.isCancelled = true
    // The session may not have started yet.
    session?.cancel()
  }

  // MARK: - Requests

  private func answer(_ id: MessageID, _ method: String, _ params: NavigationArguments) {
    do throws(ProtocolError) {
      guard let result = try result(of: method, params, id) else { return }
      send(.result(id: id, result))
    } catch {
      send(.failure(id: id, error))
    }
  }

  /// - Returns: The result, or `nil` if the request was cancelled.
  private func result(
    of method: String, _ params: NavigationArguments, _ id: MessageID
  ) throws(ProtocolError) -> NavigationValue? {
    if method == "initialize" { return try initialize(params) }
    let methods = ["tools/list", "tools/call", "prompts/list", "prompts/get"]
    guard methods.contains(method) else {
      throw ProtocolError(
        .unknownMethod, "there is no method \(quotation(method))",
        hint: nameHint(for: method, in: ["initialize", "ping"] + methods))
    }
    guard version != nil else {
      throw ProtocolError(.notInitialized, "the first request must be initialize")
    }
    switch method {
    case "tools/list":
      let tools = AgentToolCatalog.tools.map { $0.listed(allowsChanges: allowsChanges) }
      return ["tools": .list(tools)]
    case "prompts/list": return ["prompts": .list(AgentPrompt.all.map(\.listed))]
    case "prompts/get": return try AgentPrompt.result(params)
    default: return try call(params, id)
    }
  }

  private func initialize(_ params: NavigationArguments) throws(ProtocolError) -> NavigationValue {
    guard version == nil else {
      throw ProtocolError(.invalidRequest, "initialize must be sent only once")
    }
    guard let wanted = params["protocolVersion"]?.text else {
      throw ProtocolError(
        .badParams,
        "params.protocolVersion is missing or not a string, expected a version such as "
          + "\(Self.versions.last ?? "")")
    }
    // A client that does not support the server's version disconnects.
    let version = Self.versions.contains(wanted) ? wanted : Self.versions.last ?? wanted
    self.version = version
    return .fields([
      ("protocolVersion", .string(version)),
      ("capabilities", ["tools": ["listChanged": false], "prompts": ["listChanged": false]]),
      (
        "serverInfo",
        ["name": "signalbox", "title": "Signalbox", "version": .string(Version.number)]
      ), ("instructions", .string(AgentPrompt.instructions(allowsChanges: allowsChanges))),
    ])
  }

  private func call(
    _ params: NavigationArguments, _ id: MessageID
  ) throws(ProtocolError) -> NavigationValue? {
    let names = AgentToolCatalog.tools.map(\.name)
    guard let name = params["name"]?.text else {
      throw ProtocolError(
        .badParams,
        "params.name is missing or not a string, expected the name of a tool: "
          + names.joined(separator: ", "))
    }
    guard let tool = AgentToolCatalog.tools.first(where: { $0.name == name }) else {
      throw ProtocolError(
        .badParams, "there is no tool \(quotation(name))",
        hint: nameHint(for: name, in: names) ?? "send tools/list to list the tools")
    }
    let arguments = params["arguments"] ?? [:]
    guard case .table(let arguments) = arguments else {
      let found = arguments.list == nil ? arguments.kindPhrase : "an array"
      throw ProtocolError(
        .badParams,
        "params.arguments is \(found), expected an object")
    }
    running = (id, false)
    defer { running = nil }
    let session: AgentSession
    do throws(ProtocolError) {
      session = try open()
    } catch {
      return AgentToolDescription.failure(error)
    }
    let token = params["_meta"]?.table?["progressToken"]
    session.onProgress = { [unowned self] done, total, message in
      if let token { sendProgress(token, done, total, message) }
    }
    if running?.isCancelled == true { return nil }
    let result = tool.call(arguments, session)
    if session.hasEnded { self.session = nil }
    return running?.isCancelled == true ? nil : result
  }

  /// Returns the session, and starts the session's process if necessary.
  private func open() throws(ProtocolError) -> AgentSession {
    if let session, !session.hasEnded { return session }
    do throws(ScriptError) {
      let process = try ServedProcess(words, attending: input)
      let session = try AgentSession.open(process, allowsChanges: allowsChanges) {
        [unowned self] in
        var wait = Waiting()
        let place = wait.add(input)
        wait.wait(0)
        if !hasInputEnded, wait.canRead(place) { readInput() }
      }
      self.session = session
      return session
    } catch {
      throw ProtocolError(code: error.code ?? error.kind.rawValue, error.message, hint: error.hint)
    }
  }

  // MARK: - Output

  private func sendProgress(
    _ token: NavigationValue, _ done: Int, _ total: Int?, _ message: String
  ) {
    var params: NavigationArguments = [
      "progressToken": token, "progress": .integer(done), "message": .string(message),
    ]
    params["total"] = total.map { .integer($0) }
    send(.notification(method: "notifications/progress", params: params))
  }

  private func send(_ message: ProtocolMessage) {
    guard canWrite, let text = try? message.text else { return }
    var rest = Array("\(text)\n".utf8)[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(1 << 16))
      let count = write(output, part, part.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = Waiting()
        wait.add(output, reading: false, writing: true)
        wait.wait(250)
        if UserStop.reason != nil {
          canWrite = false
          return
        }
      } else if errno != EINTR {
        canWrite = false
        return
      }
    }
  }
}

extension AgentSession {
  /// Connects to a process.
  fileprivate static func open(
    _ process: ServedProcess, allowsChanges: Bool, onWait: @escaping () -> Void
  ) throws(ScriptError) -> AgentSession {
    do throws(ProtocolError) {
      return try AgentSession(process, allowsChanges: allowsChanges, onWait: onWait)
    } catch {
      throw ScriptError(
        .runtime, code: error.code, "the session did not start: \(error.message)",
        hint: "read the errors in the standard error output of this server")
    }
  }
}
