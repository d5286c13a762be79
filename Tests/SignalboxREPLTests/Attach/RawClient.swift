import Foundation
import SignalboxScripting
import Testing

@testable import SignalboxREPL

/// A client that speaks the protocol by hand; a host on the same thread is served while it waits.
final class RawClient: Sendable {
  let socket: Descriptor
  private let reader = Reader()

  /// Used by one thread at a time.
  private final class Reader: @unchecked Sendable {
    var frames = FrameReader(limit: 64 << 20)
  }

  init(to path: String) throws { socket = try UnixSocket.connect(to: path) }

  /// Connects, says hello and waits until the host has seen it.
  convenience init(to server: SessionServer) throws {
    try self.init(to: server.path)
    send(ClientMessage(id: 0, .hello(ClientMessage.Greeting(token: server.token))))
    guard case .welcome? = next(serving: server) else { throw Silence() }
    send(ClientMessage(id: 0, .label))
    while let message = next(serving: server) {
      if case .evaluated = message { return }
    }
    throw Silence()
  }

  struct Silence: Error {}

  func send(_ message: ClientMessage) { send(message.frame) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, let count = socket.send(Array(rest)) { rest = rest.dropFirst(count) }
  }

  /// The next message; `nil` at the end. Other threads serve the host.
  func next() -> HostMessage? { next { self.wait(1000) } }

  func next(serving server: SessionServer) -> HostMessage? {
    next {
      server.serve()
      self.wait(10)
    }
  }

  private func next(_ wait: () -> Void) -> HostMessage? {
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
      if case .text(let text)? = reader.frames.next() { return HostMessage(text) }
      guard let bytes = socket.receive(65536) else { return nil }
      if bytes.isEmpty { wait() } else { reader.frames.append(bytes) }
    }
    return nil
  }

  /// Messages up to the answer of a request, with what is printed in one piece.
  func answers(_ id: Int, _ verb: ClientMessage.Verb, serving server: SessionServer)
    -> [HostMessage]
  {
    send(ClientMessage(id: id, verb))
    return messages(upTo: id) { self.next(serving: server) }
  }

  /// Messages up to the answer of a request; other threads serve the host.
  func messages(upTo id: Int) -> [HostMessage] { messages(upTo: id) { self.next() } }

  private func messages(upTo id: Int, _ next: () -> HostMessage?) -> [HostMessage] {
    var messages: [HostMessage] = []
    while let message = next() {
      if case .output(let input, let text, let isFailure) = message,
        case .output(input, let before, isFailure)? = messages.last
      {
        messages[messages.count - 1] =
          .output(id: input, text: before + text, isFailure: isFailure)
      } else {
        messages.append(message)
      }
      if message.answeredID == id { break }
    }
    return messages
  }

  private func wait(_ milliseconds: Int32) {
    var waiting = Waiting()
    waiting.add(socket.number)
    waiting.wait(milliseconds)
  }
}

extension HostMessage {
  /// The request that it answers.
  var answeredID: Int? {
    switch self {
    case .welcome(let id, _), .done(let id), .evaluated(let id, _), .completed(let id, _): id
    case .rejected(let rejection): rejection.id
    case .output, .change, .event, .label, .dropped, .bye: nil
    }
  }
}

/// A folder for sockets, gone afterwards.
struct SocketFolder: ~Copyable {
  let path: String

  init() throws {
    // Addresses of sockets are short, and so must this be.
    path = "/tmp/sbx-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    chmod(path, 0o700)
  }

  var socket: String { path + "/host.sock" }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A session that shows a home screen, and its server.
func shop(
  at path: String, limits: AttachLimits = AttachLimits(),
  _ change: (inout RemoteSessionOptions) -> Void = { _ in }
) throws -> (server: SessionServer, session: ScriptSession) {
  let session = try ScriptSession()
  session.addHooks(SessionHooks(output: { _ in }))
  let script = """
    Main = coordinator "Main" { routes = { home = {}, product = {} } }
    function Main:start() self.router:startFlow("home") end
    app:launch "Main"
    """
  try session.run(Array(script.utf8), name: "shop.lua", sharesEnvironment: true)
  var options = RemoteSessionOptions()
  options.timeout = .seconds(120)
  change(&options)
  return (try SessionServer(session, at: path, options: options, limits: limits), session)
}

/// How the prompt of the shop stands.
func state(
  _ place: String = "main ▸ home", isPending: Bool = false, hasFailed: Bool = false,
  isFinished: Bool = false
) -> HostMessage.PromptState {
  let dots = String(repeating: " ", count: place.count - 1) + "…> "
  return HostMessage.PromptState(
    label: isPending ? dots : "\(place)> ", isPending: isPending, hasFailed: hasFailed,
    isFinished: isFinished)
}
