import Foundation
import Signalbox
import SignalboxProtocol
import SignalboxScripting
import SignalboxTransports
import Testing

@testable import SignalboxREPL

/// A folder for sockets. It is removed at the end.
struct SocketFolder: ~Copyable {
  let path: String

  init() throws {
    // Socket paths are limited in length, so this path must be short.
    path = "/tmp/sbx-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    chmod(path, 0o700)
  }

  var socket: String { path + "/host.sock" }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Returns a session that shows a home screen, and its server.
func shop(
  at path: String, _ change: (inout RemoteSessionOptions) -> Void = { _ in }
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
  return (try SessionServer(session, at: [.unix(path)], options: options), session)
}

/// Returns the expected state of the shop's prompt.
func state(
  _ place: String = "main ▸ home", isPending: Bool = false, hasFailed: Bool = false,
  isFinished: Bool = false
) -> PromptState {
  let dots = String(repeating: " ", count: place.count - 1) + "…> "
  return PromptState(
    label: isPending ? dots : "\(place)> ", isPending: isPending, hasFailed: hasFailed,
    isFinished: isFinished)
}

/// A client that collects received messages. While the client waits, a server runs on the same
/// thread.
final class AttachedClient {
  /// A message that a client receives.
  enum Received: Hashable {
    case output(String)
    case failure(String)
    case dropped(Int)
    case change(String)
    case label(String)
    case progress(String)
    case preview(String)
    case file(FileWriteMethod.Params)
    case events(Int)
    case steps(Int)
  }

  let client: ProtocolClient
  private var received: [Received] = []

  /// - Parameter serve: Runs the server once. By default, the server has its own thread.
  init(to path: String, token: String, serve: @escaping () -> Void = {}) throws {
    client = ProtocolClient(Transport(try SocketTransport(unix: path), serve))
    client.onNotification = { [unowned self] in take($0) }
    try client.initialize(InitializeMethod.Program(name: "test"), token: token)
  }

  convenience init(to server: SessionServer, at path: String) throws {
    try self.init(to: path, token: server.token) { [unowned server] in server.serve() }
    _ = try evaluate("")
  }

  /// Returns all messages since the last call. Output messages are joined.
  func take() -> [Received] {
    defer { received = [] }
    return received
  }

  /// Waits until a message is received.
  func wait() throws -> [Received] {
    let limit = ContinuousClock.now + .seconds(60)
    while received.isEmpty, ContinuousClock.now < limit {
      _ = try client.request(PingMethod.self, NoFields())
    }
    return take()
  }

  /// Returns the messages up to the given message, and waits for it. A message is received whenever
  /// the transport has read it, so messages that were sent together can be received separately.
  func wait(through last: Received) throws -> [Received] {
    var items = try wait()
    while !items.contains(last) {
      let next = try wait()
      if next.isEmpty { return items }
      items += next
    }
    return items
  }

  /// Waits until the given message is received. Earlier messages are dropped.
  func wait(for item: Received) throws -> [Received] {
    while true {
      let items = try wait()
      if items.contains(item) { return [item] }
      if items.isEmpty { return [] }
    }
  }

  /// Runs an input.
  func evaluate(
    _ text: String, _ change: (inout ScriptEvaluateMethod.Params) -> Void = { _ in }
  ) throws -> PromptState {
    var params = ScriptEvaluateMethod.Params(text)
    change(&params)
    return try client.request(ScriptEvaluateMethod.self, params)
  }

  private func take(_ note: ProtocolClient.Notification) {
    if let text = note.params(of: OutputTextMethod.self) {
      if text.dropped > 0 { received.append(.dropped(text.dropped)) }
      if text.isFailure { return received.append(.failure(text.text)) }
      if text.text.isEmpty { return }
      if case .output(let before)? = received.last {
        received[received.count - 1] = .output(before + text.text)
      } else {
        received.append(.output(text.text))
      }
    } else if let change = note.params(of: ScriptChangedMethod.self) {
      if let text = change.text { received.append(.change(text)) }
      if let label = change.label { received.append(.label(label)) }
    } else if let progress = note.params(of: ProgressMethod.self) {
      received.append(.progress(progress.message))
    } else if let preview = note.params(of: ScriptPreviewMethod.self) {
      received.append(.preview(preview.preview))
    } else if let file = note.params(of: FileWriteMethod.self) {
      received.append(.file(file))
    } else if let batch = note.params(of: EventsBatchMethod.self) {
      received.append(.events(batch.events.count))
    } else if let steps = note.params(of: TraceChangedMethod.self) {
      received.append(.steps(steps.count))
    }
  }

  /// A socket that runs the server while it waits.
  private final class Transport: ClientTransport {
    private let inner: SocketTransport
    private let serve: () -> Void

    init(_ inner: SocketTransport, _ serve: @escaping () -> Void) {
      (self.inner, self.serve) = (inner, serve)
    }

    func send(_ bytes: ArraySlice<UInt8>) -> Int? { inner.send(bytes) }
    func receive() -> [UInt8]? { inner.receive() }
    func wait(writing isWriting: Bool, atMost time: Duration) {
      serve()
      inner.wait(writing: isWriting, atMost: min(time, .milliseconds(10)))
      serve()
    }
  }
}
