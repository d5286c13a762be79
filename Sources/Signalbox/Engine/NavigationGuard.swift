/// A description of an operation that is about to run. The engine passes it to guards.
public struct NavigationRequest {
  /// The operation's name, or `batch` if it consists of several operations.
  public let operation: String
  /// The name that the call passes, such as the name of a route, a screen or a page. The string is
  /// empty if the call passes no name.
  public let name: String
  /// The arguments that the call passes, such as the arguments of a route.
  public let arguments: NavigationArguments
  /// The calling coordinator, or `nil` if the application or the user submitted the operation.
  public let coordinator: CoordinatorID?
  /// Whether the operation is a user gesture.
  public let isGesture: Bool
  /// The operations of a batch, or an empty array for any other operation.
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

/// A guard's decision.
public enum GuardAnswer {
  /// The operation runs unless another guard rejects or redirects it.
  case allow
  /// Rejects the operation as `vetoed`, with a reason.
  case veto(String = "a guard rejected the operation")
  /// Rejects the operation as `redirected` and instead runs the operations that the closure
  /// submits.
  case redirect(() throws -> Void)
}

/// Identifies a guard that was added to an engine.
public struct GuardID: Hashable, Sendable {
  let number: Int
}

/// The guards that the engine calls before an operation changes the state. Benchmark: `W1`.
final class GuardList {
  /// The closure of a guard. If it throws an error, the operation is rejected as `vetoed`.
  typealias Ask = (NavigationRequest) throws -> GuardAnswer

  /// A guard's decision to reject or redirect an operation.
  struct Judgement {
    let rejection: NavigationError
    var redirection: [BatchStep] = []
  }

  @exclusivity(unchecked) private var entries: [(id: GuardID, ask: Ask)] = []
  private var lastNumber = 0
  /// The maximum number of consecutive redirections. Longer sequences count as a cycle.
  private static let maxRedirections = 10

  @inline(__always)
  var isEmpty: Bool { entries.isEmpty }

  /// The contents of the list, for a checkpoint.
  struct Contents {
    fileprivate let entries: [(id: GuardID, ask: Ask)]
    fileprivate let lastNumber: Int
  }

  var contents: Contents { Contents(entries: entries, lastNumber: lastNumber) }

  func restore(_ contents: Contents) {
    (entries, lastNumber) = (contents.entries, contents.lastNumber)
  }

  func add(_ ask: @escaping Ask) -> GuardID {
    lastNumber += 1
    entries.append((GuardID(number: lastNumber), ask))
    return GuardID(number: lastNumber)
  }

  func remove(_ id: GuardID) { entries.removeAll { $0.id == id } }

  /// Returns the decision of the first guard that does not allow a request, or `nil` if all guards
  /// allow it.
  func judge(
    _ request: NavigationRequest, _ redirections: Int, _ transaction: Transaction
  ) -> Judgement? {
    for entry in entries {
      if let judgement = judge(request, entry.ask, redirections, transaction) { return judgement }
    }
    return nil
  }

  private func judge(
    _ request: NavigationRequest, _ ask: Ask, _ redirections: Int, _ transaction: Transaction
  ) -> Judgement? {
    func rejection(_ code: ReasonCode, _ reason: String) -> Judgement {
      Judgement(rejection: NavigationError(code, "\(request.operation): \(reason)"))
    }
    do {
      switch try transaction.ask({ try ask(request) }) {
      case .allow: return nil
      case .veto(let reason): return rejection(.vetoed, reason)
      case .redirect(let body):
        guard redirections < Self.maxRedirections else {
          return rejection(
            .vetoed, "guards have redirected the operation \(Self.maxRedirections) times in a row")
        }
        var judgement = rejection(.redirected, "a guard redirected the operation")
        judgement.redirection = try transaction.host.collect(body)
        for index in judgement.redirection.indices {
          judgement.redirection[index].call.redirections = redirections + 1
        }
        return judgement
      }
    } catch {
      transaction.log.callOut { throw error }
      return rejection(.vetoed, "a guard failed: \(error)")
    }
  }
}

extension NavigationReader {
  /// Adds a guard: a function that the engine calls before every operation or gesture that
  /// navigates. The guard is called after `willNavigate` and sees the state before the change.
  ///
  /// Guards are called in the order in which they were added, until a guard does not allow the
  /// operation. If a guard throws an error, the operation is rejected.
  ///
  /// - Parameter ask: A closure that receives a description of the operation or gesture and returns
  ///   whether to allow, reject or redirect it.
  /// - Returns: An identifier to pass to ``removeGuard(_:)``.
  public func addGuard(
    _ ask: @escaping (NavigationRequest) throws -> GuardAnswer
  ) -> GuardID {
    guards.add(ask)
  }

  /// Removes a guard.
  ///
  /// - Parameter id: The identifier that ``addGuard(_:)`` returned. Guards that have already been
  ///   removed are ignored.
  public func removeGuard(_ id: GuardID) { guards.remove(id) }
}
