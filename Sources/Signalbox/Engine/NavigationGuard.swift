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
  /// Rejects the operation as `vetoed`, with a reason in words.
  case veto(String = "a guard refused it")
  /// Rejects the operation as `redirected`; what the body submits runs next in its place.
  case redirect(() throws -> Void)
}

/// Names a guard.
public struct GuardID: Hashable, Sendable {
  let number: Int
}

/// Who is asked before anything changes. Guarded by bench: W1.
final class GuardList {
  typealias Ask = (NavigationRequest) throws -> GuardAnswer

  /// What a guard said against an operation, and where it leads instead.
  struct Judgement {
    let rejection: NavigationError
    var redirection: [BatchStep] = []
  }

  @exclusivity(unchecked) private var entries: [(id: GuardID, ask: Ask)] = []
  private var lastNumber = 0
  /// How often guards may lead from one operation to the next before it counts as a circle.
  private static let maxRedirections = 10

  @inline(__always)
  var isEmpty: Bool { entries.isEmpty }

  /// All guards at one moment.
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

  /// What the first guard says that does not allow a request; `nil` where all do.
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
          return rejection(.vetoed, "guards redirect it in a circle")
        }
        var judgement = rejection(.redirected, "a guard leads elsewhere")
        judgement.redirection = try transaction.engine.record(body)
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
  /// Asks a function before every operation and gesture that would change something, after
  /// `willNavigate`; it sees the state from before.
  ///
  /// Guards are asked in the order in which they were added until one does not allow it. One that
  /// throws rejects: a guard that fails lets nothing pass.
  public func addGuard(
    _ ask: @escaping (NavigationRequest) throws -> GuardAnswer
  ) -> GuardID {
    guards.add(ask)
  }

  /// Takes a guard back.
  public func removeGuard(_ id: GuardID) { guards.remove(id) }
}
