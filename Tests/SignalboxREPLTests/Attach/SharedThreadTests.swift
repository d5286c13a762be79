import Dispatch
import Signalbox
import SignalboxScripting
import SignalboxTransports
import Testing

@testable import SignalboxProtocol
@testable import SignalboxREPL

/// Tests hosts with several threads: the session belongs to an actor, whose turns run on the threads
/// of Swift's concurrency, and other threads use the session as clients (decision 0377).
@Suite struct SharedThreadTests {
  /// An application with an engine of its own and a session for this engine.
  private actor Host {
    private var server: SessionServer?

    /// Shares the session.
    ///
    /// - Returns: The part of the server that can be used on any thread.
    func share(at path: String) throws -> ProtocolServer {
      let engine = NavigationEngine()
      try engine.register(Main.self) { Main($0) }
      try engine.launch(Main.self)
      var options = RemoteSessionOptions()
      options.timeout = .seconds(120)
      options.onRequest = { [weak self] in Task { await self?.serve() } }
      let server = try SessionServer(
        try ScriptSession(engine: engine), at: [.unix(path)], options: options)
      self.server = server
      return server.server
    }

    private func serve() { server?.serve() }

    /// Ends the sharing.
    ///
    /// - Returns: The number of screens on the engine's only stack.
    func end() throws -> Int {
      let server = try #require(server)
      server.close()
      let engine = server.session.engine
      return engine.stack(of: try #require(engine.topCoordinator)).count
    }
  }

  private enum MainRoute: String, Route, CaseIterable, Codable { case home, product }

  private final class Main: Coordinator {
    let router: Router<MainRoute>

    init(_ router: Router<MainRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .home) }
  }

  /// Runs a body on several threads at the same time.
  ///
  /// - Returns: The results, in the order of the numbers.
  private func onThreads<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (_ number: Int) throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (number: Int, value: Value).self) { group in
      for number in 0..<count {
        group.addTask {
          try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "thread \(number)").async {
              continuation.resume(with: Result { (number, try body(number)) })
            }
          }
        }
      }
      var results: [(number: Int, value: Value)] = []
      for try await result in group { results.append(result) }
      return results.sorted { $0.number < $1.number }.map(\.value)
    }
  }

  @Test func `several threads use the session of an actor, and their calls run one at a time`()
    async throws
  {
    let folder = try SocketFolder()
    let (path, host) = (folder.socket, Host())
    let token = try await host.share(at: path).token
    let answers = try await onThreads(4) { _ in
      let client = try AttachedClient(to: path, token: token)
      var (texts, statuses) = ("", Set<OutcomeDocument.Status>())
      for _ in 0..<25 {
        _ = try client.evaluate("count = (count or 0) + 1 print(count)")
        statuses.insert(
          try client.client.request(
            OperationPerformMethod.self,
            CallDocument(["operation": "navigate", "caller": "Main", "name": "product"])
          ).status)
      }
      for case .output(let text) in client.take() { texts += text }
      return (counts: texts.split(separator: "\n").compactMap { Int($0) }, statuses)
    }
    #expect(answers.flatMap(\.counts).sorted() == Array(1...100))
    #expect(answers.allSatisfy { $0.counts == $0.counts.sorted() })
    #expect(answers.map(\.1) == Array(repeating: [.done], count: 4))
    #expect(try await host.end() == 101)
  }

  @Test func `any thread can disconnect the clients, which stops a script of a client`()
    async throws
  {
    let folder = try SocketFolder()
    let (path, host) = (folder.socket, Host())
    let server = try await host.share(at: path)
    let started = DispatchSemaphore(value: 0)
    let codes = try await onThreads(2) { number -> String? in
      if number == 1 {
        started.wait()
        server.close()
        return nil
      }
      let client = try AttachedClient(to: path, token: server.token)
      let running = try client.client.post(
        ScriptEvaluateMethod.self,
        ScriptEvaluateMethod.Params("print 'started' while true do end"))
      _ = try client.wait(for: .output("started\n"))
      started.signal()
      do throws(ProtocolError) {
        _ = try client.client.wait(for: running, of: ScriptEvaluateMethod.self)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(codes == ["disconnected", nil])
    #expect(try await host.end() == 1)
  }
}
