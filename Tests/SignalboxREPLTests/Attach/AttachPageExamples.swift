import Dispatch
import Foundation
import PortableMutex
import Signalbox
import SignalboxProtocol
import SignalboxREPL
import SignalboxScripting
import SignalboxTransports
import Testing

// The Swift code in `docs/attach.md` and in the documentation of servers and clients of the protocol.

actor ShopHost {
  private var server: SessionServer?

  func share(at path: String) throws -> ProtocolServer {
    var options = RemoteSessionOptions()
    options.onRequest = { [weak self] in Task { await self?.serve() } }
    let server = try SessionServer(try ScriptSession(), at: [.unix(path)], options: options)
    self.server = server
    return server.server
  }

  private func serve() { server?.serve() }
}

/// Servers that an application runs, with a client on another thread.
@Suite struct AttachPageExamples {
  private enum ShopRoute: Route, CaseIterable, Codable { case catalog, product }

  private final class Shop: Coordinator {
    let router: Router<ShopRoute>

    init(_ router: Router<ShopRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .catalog) }
  }

  private func launched() throws -> NavigationEngine {
    let engine = NavigationEngine()
    try engine.register(Shop.self) { Shop($0) }
    try engine.launch(Shop.self)
    return engine
  }

  private static func navigate(at path: String, token: String) throws -> OutcomeDocument {
    let client = ProtocolClient(try SocketTransport(unix: path))
    try client.initialize(InitializeMethod.Program(name: "importer"), token: token)
    let call = CallDocument(["operation": "navigate", "caller": "Shop", "name": "product"])
    let outcome = try client.request(OperationPerformMethod.self, call)
    return outcome
  }

  private static func state(at path: String, token: String) throws -> String {
    let transport = try SocketTransport(unix: path)
    let client = ProtocolClient(transport)
    try client.initialize(InitializeMethod.Program(name: "tool"), token: token)
    let state = try client.request(StateGetMethod.self, NoFields())
    return state.text
  }

  /// A function that runs on a thread of its own.
  private final class OtherThread<Value: Sendable>: Sendable {
    // Locked by the thread when the function has returned, and by the test.
    private let stored = Mutex<Result<Value, any Error>?>(nil)

    init(_ body: @escaping @Sendable () throws -> Value, whenEnded: @escaping @Sendable () -> Void)
    {
      DispatchQueue(label: "client").async { [self] in
        let result = Result { try body() }
        stored.withLock { $0 = result }
        whenEnded()
      }
    }

    var result: Result<Value, any Error>? { stored.withLock { $0 } }
  }

  @Test func `an application without Lua answers clients in its run loop`() throws {
    let folder = try SocketFolder()
    let path = folder.socket
    let engine = try launched()
    let runLoop = DispatchSemaphore(value: 0)
    @Sendable func wakeTheRunLoop() { runLoop.signal() }

    let server = ProtocolServer(name: "Shop") { wakeTheRunLoop() }
    let service = EngineService(engine, of: server)
    let transport = try ServerTransport(server, at: [.unix(path)])

    let token = server.token
    let client = OtherThread {
      try Self.navigate(at: path, token: token)
    } whenEnded: {
      wakeTheRunLoop()
    }
    while client.result == nil {
      runLoop.wait()
      service.serve()
    }
    #expect(try client.result?.get().status == .done)
    #expect(engine.tree.front?.name == "product")
    transport.close()
  }

  @Test func `an application shares a script session of its engine between its own work`() throws {
    let folder = try SocketFolder()
    let path = folder.socket
    let engine = try launched()

    let session = try ScriptSession(engine: engine)
    let server = try SessionServer(session, at: [.unix(path)])

    let token = server.token
    let client = OtherThread {
      try Self.navigate(at: path, token: token)
    } whenEnded: {
    }
    var isRunning: Bool { client.result == nil }
    /// Waits for a request, for a limited time.
    func doWhatTheApplicationDoes() {
      var request = pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, 50)
    }
    while isRunning {
      doWhatTheApplicationDoes()
      server.serve()
    }
    server.close()
    #expect(try client.result?.get().status == .done)
    #expect(engine.tree.front?.name == "product")
  }

  @Test func `an actor serves clients in its own turns`() async throws {
    let folder = try SocketFolder()
    let path = folder.socket
    let host = ShopHost()
    let server = try await host.share(at: path)
    let token = server.token
    let text = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "client").async {
        continuation.resume(with: Result { try Self.state(at: path, token: token) })
      }
    }
    #expect(text == " | ")
    server.close()
  }
}
