import Foundation
import SeededRandom
import SignalboxScripting
import Testing

@testable import SignalboxProtocol
@testable import SignalboxREPL
@testable import SignalboxTransports

/// Random clients at a real socket: silent, faulty and disconnecting clients. In all cases, a
/// client with the token is accepted and answered.
///
/// `SIGNALBOX_SEED` replays one seed, and `scripts/fuzz --target frames` runs more seeds.
struct SocketFuzzTests {
  @Test func `a client with the token gets responses regardless of other connections`() {
    FuzzRun(target: "frames", smoke: 5).check { seed in
      var trial = SocketTrial(seed: seed)
      return trial.fault()
    }
  }
}

/// The connections of a seed.
private struct SocketTrial {
  private var generator: SeededGenerator
  private var connections: [SocketTransport] = []
  private let folder = "/tmp/sbx-\(UUID().uuidString.prefix(8))"

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func fault() -> String? {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      let session = try ScriptSession()
      session.addHooks(SessionHooks(output: { _ in }))
      var options = RemoteSessionOptions()
      options.limits.message = 500
      options.limits.clients = 3
      options.limits.initializeTime = .milliseconds(200)
      options.limits.closeTime = .milliseconds(200)
      options.timeout = .milliseconds(200)
      let server = try SessionServer(session, at: [.unix(folder + "/s")], options: options)
      for _ in 0..<generator.below(12) { try act(server) }
      return answerFault(server)
    } catch {
      return "\(error)"
    }
  }

  private func request(_ id: Int, _ method: String, _ params: String) -> [UInt8] {
    MessageFraming.contentLength.frame(
      #"{"id":\#(id),"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
  }

  private mutating func act(_ server: SessionServer) throws {
    let hello = request(
      0, "initialize",
      #"{"client":{"name":"x"},"token":"\#(server.token)","versions":[1]}"#)
    switch generator.below(8) {
    case 0, 1: connections.append(try SocketTransport(unix: folder + "/s"))
    case 2: _ = connections.popLast()
    case 3: _ = connections.last?.send(hello[...])
    case 4: _ = connections.last?.send(hello.dropLast(generator.below(40)))
    case 5:
      let bytes = [UInt8](repeating: 0x78, count: 1 + generator.below(9000))
      _ = connections.last?.send(bytes[...])
    case 6:
      let texts = ["while true do end", "print(('x'):rep(99))", "error()", ".watch 1", "if x then"]
      let text = texts[generator.below(texts.count)]
      _ = connections.last?.send(
        (hello + request(1, "script/evaluate", #"{"text":"\#(text)"}"#))[...])
    default: _ = connections.last?.send((0..<50).map { _ in UInt8(generator.below(256)) }[...])
    }
    if generator.below(3) == 0 { server.serve() }
  }

  /// Returns the fault in the handling of a client with the token, after the previous clients have
  /// disconnected.
  private mutating func answerFault(_ server: SessionServer) -> String? {
    // Accepted clients keep their places, as intended.
    connections = []
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      guard let transport = try? SocketTransport(unix: folder + "/s") else { continue }
      let client = ProtocolClient(transport)
      var output = ""
      client.onNotification = { note in
        output += note.params(of: OutputTextMethod.self)?.text ?? ""
      }
      client.onWait = { _ in server.serve(waiting: .milliseconds(5)) }
      let program = InitializeMethod.Program(name: "test")
      guard (try? client.initialize(program, token: server.token)) != nil,
        let id = try? client.post(
          ScriptEvaluateMethod.self, ScriptEvaluateMethod.Params("6 * 7"))
      else { continue }
      while client.isOpen(id), ContinuousClock.now < end {
        server.serve(waiting: .milliseconds(5))
        if (try? client.wait(for: id, atMost: .milliseconds(5))) == nil { break }
      }
      if output == "42\n" { return nil }
    }
    return "a client with the token was not answered"
  }
}
