import Foundation
import SeededRandom
import SignalboxScripting
import Testing

@testable import SignalboxREPL

/// Random clients at a real socket: silent ones, wrong ones, ones that vanish. Whatever they do, a client
/// that knows the token is let in and answered.
///
/// `SIGNALBOX_SEED` replays one seed; `scripts/fuzz --target attach` runs more.
struct SocketAttachFuzzTests {
  @Test func `whatever other connections do, a client with the token is answered`() {
    FuzzRun(target: "attach", smoke: 5).check { seed in
      var trial = SocketTrial(seed: seed)
      return trial.fault()
    }
  }
}

/// The connections of a seed.
private struct SocketTrial {
  private var generator: SeededGenerator
  private var connections: [Descriptor] = []
  private let folder = "/tmp/sbx-\(UUID().uuidString.prefix(8))"

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func fault() -> String? {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      let session = try ScriptSession()
      session.addHooks(SessionHooks(output: { _ in }))
      var limits = AttachLimits()
      limits.frame = 500
      limits.helloTimeout = .milliseconds(200)
      limits.closeTimeout = .milliseconds(200)
      var options = RemoteSessionOptions()
      options.maxClients = 3
      options.timeout = .milliseconds(200)
      let server = try SessionServer(
        session, at: folder + "/s", options: options, limits: limits)
      for _ in 0..<generator.below(12) { try act(server) }
      return try answerFault(server)
    } catch {
      return "\(error)"
    }
  }

  private mutating func act(_ server: SessionServer) throws {
    let hello = ClientMessage(id: 0, .hello(ClientMessage.Greeting(token: server.token))).frame
    switch generator.below(8) {
    case 0, 1: connections.append(try UnixSocket.connect(to: server.path))
    case 2: _ = connections.popLast()
    case 3: _ = connections.last?.send(hello)
    case 4: _ = connections.last?.send(Array(hello.dropLast(generator.below(40))))
    case 5: _ = connections.last?.send([UInt8](repeating: 0x78, count: 1 + generator.below(9000)))
    case 6:
      let texts = ["while true do end", "print(('x'):rep(99))", "error()", ".watch 1", "if x then"]
      let text = texts[generator.below(texts.count)]
      _ = connections.last?.send(hello + ClientMessage(id: 1, .evaluate(text)).frame)
    default: _ = connections.last?.send((0..<50).map { _ in UInt8(generator.below(256)) })
    }
    if generator.below(3) == 0 { server.serve() }
  }

  /// What is wrong with how a right client is served, once the clients before it have gone.
  private mutating func answerFault(_ server: SessionServer) throws -> String? {
    // Those that were let in keep their places, as they should.
    connections = []
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      let client = try UnixSocket.connect(to: server.path)
      _ = client.send(
        ClientMessage(id: 0, .hello(ClientMessage.Greeting(token: server.token))).frame
          + ClientMessage(id: 1, .evaluate("6 * 7")).frame)
      var reader = FrameReader(limit: 1 << 20)
      while ContinuousClock.now < end, let bytes = client.receive(4096) {
        server.serve(waiting: .milliseconds(5))
        reader.append(bytes)
        while case .text(let text)? = reader.next() {
          if HostMessage(text) == .output(id: 1, text: "42\n") { return nil }
        }
      }
    }
    return "a client with the token was not answered"
  }
}
