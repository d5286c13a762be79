import Signalbox
import SignalboxProtocol
import SignalboxTransports
import Testing

@testable import SignalboxREPL

/// A client that debugs a remote session.
final class DebuggingClient {
  let client: ProtocolClient
  private var events: [DebugEventMethod.Params] = []

  init(to path: String, token: String) throws {
    client = ProtocolClient(try SocketTransport(unix: path))
    client.onNotification = { [unowned self] note in
      if let event = note.params(of: DebugEventMethod.self) { events.append(event) }
    }
    try client.initialize(InitializeMethod.Program(name: "debugger"), token: token)
  }

  /// Attaches with breakpoints on lines of `/apps/shop.lua`.
  ///
  /// - Returns: Whether each breakpoint is verified.
  @discardableResult
  func attach(
    breakpoints lines: [Int] = [], filters: [NavigationValue] = []
  ) throws -> [NavigationValue?] {
    try ask("initialize")
    try ask("attach")
    _ = try event("initialized")
    let verified = try setBreakpoints(lines)
    try ask("setExceptionBreakpoints", ["filters": .list(filters)])
    try ask("configurationDone")
    return verified
  }

  func setBreakpoints(_ lines: [Int]) throws -> [NavigationValue?] {
    let body = try ask(
      "setBreakpoints",
      [
        "source": ["path": "/apps/shop.lua"],
        "breakpoints": .list(lines.map { ["line": .integer($0)] }),
      ])
    return (body["breakpoints"]?.list ?? []).map { $0.table?["verified"] }
  }

  /// Sends a request, and returns the body of its response.
  @discardableResult
  func ask(
    _ command: String, _ arguments: NavigationArguments = [:]
  ) throws -> NavigationArguments {
    let result = try client.request(
      DebugRequestMethod.self, DebugRequestMethod.Params(command, arguments))
    return result.body ?? [:]
  }

  /// Returns the reason why a request failed.
  func failure(_ command: String, _ arguments: NavigationArguments = [:]) -> String? {
    do {
      try ask(command, arguments)
      return nil
    } catch {
      return (error as? ProtocolError).map { "\($0.code): \($0)" }
    }
  }

  /// Waits for an event, and drops earlier ones.
  func event(_ name: String) throws -> NavigationArguments {
    while true {
      while !events.isEmpty {
        let event = events.removeFirst()
        if event.event == name { return event.body ?? [:] }
      }
      _ = try client.request(PingMethod.self, NoFields())
    }
  }

  /// Waits until a script stops.
  ///
  /// - Returns: The reason, and the lines of its functions, innermost first.
  func stop() throws -> String {
    let body = try event("stopped")
    let frames = try ask("stackTrace", ["threadId": body["threadId"] ?? 1])["stackFrames"]
    let lines = (frames?.list ?? []).map { frame in
      let source = frame.table?["source"]?.table
      let name = source?["path"]?.text ?? source?["name"]?.text ?? "?"
      return "\(name):\(frame.table?["line"]?.integer ?? 0)"
    }
    return "\(body["reason"]?.text ?? "?"): \(lines.joined(separator: " < "))"
  }

  /// Continues, and waits until the script stops again.
  func after(_ command: String) throws -> String {
    try ask(command, ["threadId": 1])
    return try stop()
  }

  func value(_ expression: String) throws -> String {
    try ask("evaluate", ["expression": .string(expression), "context": "watch"])["result"]?.text
      ?? "?"
  }
}
