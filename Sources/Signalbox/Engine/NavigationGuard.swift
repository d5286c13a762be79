/// An operation that is about to run, as guards receive it.
public struct NavigationRequest {
  /// The operation's name, or `batch` for several operations.
  public let operation: String
  /// The route, screen or page that the call names. The string is empty if there is none.
  public let name: String
  /// The arguments for the destination.
  public let arguments: NavigationArguments
  /// The calling coordinator, or `nil` if the application or the user caused the operation.
  public let coordinator: CoordinatorID?
  /// Whether the operation was caused by the user.
  public let isGesture: Bool
  /// The operations in a batch.
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
  case allow
  /// Rejects the operation as `vetoed`, with a reason.
  case veto(String = "a guard rejected it")
  /// Rejects the operation as `redirected`; the operations that the body submits run next instead.
  case redirect(() throws -> Void)
}

/// Identifies a guard.
public struct GuardID: Hashable, Sendable {
  let number: Int
}

/// The guards to call before an operation changes anything. Guarded by bench: W1.
final class GuardList {
  typealias Ask = (NavigationRequest) throws -> GuardAnswer

  /// A guard's decision to reject or redirect an operation.
  struct Judgement {
    let rejection: NavigationError
    var redirection: [BatchStep] = []
  }

  @exclusivity(unchecked) private var entries: [(id: GuardID, ask: Ask)] = []
  private var lastNumber = 0
  /// The maximum number of consecutive redirections. More count as a cycle.
  private static let maxRedirections = 10

  @inline(__always)
  var isEmpty: Bool { entries.isEmpty }

  /// A saved list of guards, for resetting the engine.
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

  /// Returns the decision of the first guard that does not allow a request, or `nil` if all allow
  /// it.
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
          return rejection(.vetoed, "its guards redirect to each other in a cycle")
        }
        var judgement = rejection(.redirected, "a guard leads elsewhere")
        judgement.redirection = try transaction.record(body)
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
  /// Adds a guard: a function that is called, after `willNavigate`, before every operation or
  /// gesture that has an effect. It sees the state before the change.
  ///
  /// Guards are called in the order in which they were added, until one of them does not allow the
  /// operation. If a guard throws an error, the operation is rejected.
  ///
  /// - Parameter ask: Receives the operation or gesture, and returns whether it may continue.
  /// - Returns: The identifier for ``removeGuard(_:)``.
  public func addGuard(
    _ ask: @escaping (NavigationRequest) throws -> GuardAnswer
  ) -> GuardID {
    guards.add(ask)
  }

  /// Removes a guard.
  ///
  /// - Parameter id: The result of ``addGuard(_:)``. A guard that has already been removed is
  ///   ignored.
  public func removeGuard(_ id: GuardID) { guards.remove(id) }
}
