import Signalbox
import SignalboxREPL
import SignalboxScripting
import SignalboxTransports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An application with asynchronous work that never ends by itself, and with a script session that
/// clients use, in a separate process. Its argument is the path of the session's Unix socket.
@main
@MainActor
final class BankHost {
  private let session: ScriptSession
  private let tasks: TaskHost
  private var server: SessionServer?

  static func main() async throws {
    let host = try BankHost(at: CommandLine.arguments[1])
    // A test that has started the process waits for this line.
    let line = "listening\n"
    _ = write(STDOUT_FILENO, line, line.utf8.count)
    try await host.wait()
  }

  private init(at path: String) throws {
    session = try ScriptSession()
    tasks = TaskHost(session.engine)
    session.engine.workHost = tasks
    try session.engine.register(Bank.self) { Bank($0) }
    try session.engine.launch(Bank.self)
    var options = RemoteSessionOptions()
    options.name = "bank"
    let wake = WakeUp()
    options.onRequest = { wake.request() }
    server = try SessionServer(session, at: [.unix(path)], options: options)
    wake.host = self
  }

  fileprivate func serve() { server?.serve() }

  /// Runs until the process is ended.
  private func wait() async throws {
    while true { try await Task.sleep(for: .seconds(3600)) }
  }
}

/// Wakes the main actor from the thread of the session's transport.
private final class WakeUp: Sendable {
  @MainActor weak var host: BankHost?

  func request() { Task { @MainActor in host?.serve() } }
}

/// Runs work as tasks on the main actor.
@MainActor
private final class TaskHost: @MainActor WorkHost {
  let clock: any Clock<Duration> = ContinuousClock()
  private weak var engine: NavigationEngine?

  init(_ engine: NavigationEngine) { self.engine = engine }

  func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
    let task = Task {
      await work.run()
      engine?.takeInWork()
    }
    return { task.cancel() }
  }
}

private enum BankRoute: Route, Codable {
  case account
  case result(text: String)

  static var samples: [BankRoute] { [.account, .result(text: "paid")] }
}

/// A coordinator that pays, and synchronizes without a value.
private final class Bank: Coordinator {
  let router: Router<BankRoute>

  init(_ router: Router<BankRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .account) }

  func title(of route: BankRoute) -> String? {
    switch route {
    case .account: "Account"
    case .result(let text): text
    }
  }

  func actions(of route: BankRoute) -> [ScreenAction] {
    guard case .account = route else { return [] }
    return [
      ScreenAction("Pay") { [router] in
        try router.work { clock in
          try await clock.sleep(for: .seconds(3600))
          return "receipt"
        } then: { [router] result in
          try router.navigate(to: .result(text: Self.text(of: result)))
        }
      },
      ScreenAction("Synchronize") { [router] in
        try router.work { clock in
          try await clock.sleep(for: .seconds(3600))
        } then: { _ in
        }
      },
    ]
  }

  private static func text(of result: Result<String, any Error>) -> String {
    switch result {
    case .success(let receipt): "Paid with \(receipt)"
    case .failure(is CancellationError): "Not paid"
    case .failure(let error): "Failed: \(error)"
    }
  }
}
