internal import DequeModule

/// What is about to happen, as guards are asked about it.
public struct NavigationRequest {
  /// The operation's name, `batch` for several at once.
  public let operation: String
  /// The route, screen or page that it names; empty for none.
  public let name: String
  /// What it gives to where it leads.
  public let arguments: NavigationArguments
  /// The coordinator that calls; `nil` for the application and the user.
  public let coordinator: CoordinatorID?
  /// Whether the user does it.
  public let isGesture: Bool
  /// What a batch consists of.
  public let steps: [NavigationRequest]

  init(_ call: borrowing OperationCall, _ symbols: SymbolTable) {
    operation = OperationCatalog.signature(at: call.operation).name
    name = symbols[call.name]
    arguments = call.arguments ?? [:]
    coordinator = call.caller.serial == 0 ? nil : call.caller
    isGesture = call.operation >= OperationCatalog.operations.count
    steps = call.steps.map { NavigationRequest($0.call, symbols) }
  }
}

/// What a guard says.
public enum GuardAnswer {
  case allow
  /// Refuses the operation as `vetoed`, with a reason in words.
  case veto(String = "a guard refused it")
  /// Refuses the operation as `redirected`; what the body submits runs next in its place.
  case redirect(() throws -> Void)
}

/// Names a guard.
public struct GuardID: Hashable, Sendable {
  let number: Int
}

/// Who is asked before anything changes.
struct GuardList {
  struct Entry {
    let id: GuardID
    let ask: (NavigationRequest) throws -> GuardAnswer
  }

  private(set) var list: [Entry] = []
  private var lastNumber = 0

  mutating func add(_ ask: @escaping (NavigationRequest) throws -> GuardAnswer) -> GuardID {
    lastNumber += 1
    list.append(Entry(id: GuardID(number: lastNumber), ask: ask))
    return GuardID(number: lastNumber)
  }

  mutating func remove(_ id: GuardID) { list.removeAll { $0.id == id } }
}

extension NavigationEngine {
  /// Asks a function before every operation and gesture that would change something, after
  /// `willNavigate`; it sees the state from before.
  ///
  /// Guards are asked in the order in which they were added until one does not allow it. One that
  /// throws refuses: a guard that fails lets nothing pass.
  public func addGuard(
    _ ask: @escaping (NavigationRequest) throws -> GuardAnswer
  ) -> GuardID {
    guards.add(ask)
  }

  /// Takes a guard back.
  public func removeGuard(_ id: GuardID) { guards.remove(id) }

  /// How often guards may lead from one operation to the next before it counts as a circle.
  private static let mostRedirections = 10

  func askGuards(_ call: borrowing OperationCall) throws(NavigationError) {
    let request = NavigationRequest(call, symbols)
    let redirections = call.redirections
    var refusal: NavigationError?
    state.asOf(running.mark) {
      for entry in guards.list {
        refusal = judge(request, entry, redirections)
        if refusal != nil { return }
      }
    }
    guard let refusal else { return }
    running.refusal = refusal
    throw refusal
  }

  private func judge(
    _ request: NavigationRequest, _ entry: GuardList.Entry, _ redirections: Int
  ) -> NavigationError? {
    do {
      switch try transaction.ask({ try entry.ask(request) }) {
      case .allow: return nil
      case .veto(let reason):
        return NavigationError(.vetoed, "\(request.operation): \(reason)")
      case .redirect(let body):
        guard redirections < Self.mostRedirections else {
          return NavigationError(
            .vetoed, "\(request.operation): guards redirect it in a circle")
        }
        running.redirection = try record(body).map { step in
          var call = step.call
          call.redirections = redirections + 1
          return QueuedCall(call: call, ticket: step.ticket)
        }
        return NavigationError(
          .redirected, "\(request.operation): a guard leads elsewhere")
      }
    } catch {
      callOut { throw error }
      return NavigationError(.vetoed, "\(request.operation): a guard failed: \(error)")
    }
  }

  /// Puts what a guard leads to in front of everything that waits.
  func followRedirection() {
    running.refusal = nil
    for call in running.redirection.reversed() { queue.prepend(call) }
    running.redirection = []
  }
}
