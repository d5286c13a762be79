/// A position in a chain of calls: the coordinator that the previous calls lead to.
///
/// Calls made in a callback wait, so the coordinator is not always known immediately. The
/// coordinator is looked up once, when the call runs. If a call is rejected, all later calls of the
/// chain are rejected as well.
package final class ChainLink {
  /// The source of a link's coordinator.
  enum Source {
    case coordinator(CoordinatorID)
    /// The coordinator that a call on another link returned. If the call returned no coordinator,
    /// this is the other link's coordinator.
    case result(of: ChainLink)
    case child(of: ChainLink)
  }

  let source: Source
  /// The link's name in rejection messages, such as `focusFirst "todos"`.
  private let name: String
  /// The submission whose outcome the link represents.
  package var submission: Submission?
  /// Whether a failure of this link or of an earlier link in the chain has been reported.
  package var isReported: Bool {
    get {
      if case .child(let link) = source { return link.isReported }
      return isOwnReported
    }
    set { isOwnReported = newValue }
  }
  private var isOwnReported = false
  /// The link's coordinator, or `nil` before it has been looked up.
  private(set) var found: CoordinatorID?

  private init(_ source: Source, _ name: String) {
    self.source = source
    self.name = name
  }

  /// Creates the first link of a chain.
  package convenience init(_ coordinator: CoordinatorID) {
    self.init(.coordinator(coordinator), "\(coordinator)")
  }

  /// Creates the link for a call's result. Set its ``submission`` after submitting the call.
  package convenience init(after link: ChainLink, calling operation: String, _ name: String) {
    self.init(.result(of: link), name.isEmpty ? operation : "\(operation) \(quoted(name))")
  }

  /// Creates a link of a broken chain. Later calls in the chain are rejected with the given
  /// `chainBroken` error.
  convenience init(brokenBy rejection: NavigationError) {
    self.init(.result(of: ChainLink(CoordinatorID(bits: 0))), "")
    submission = .settled(.rejected(rejection))
  }

  /// A link to the coordinator that receives calls on behalf of this link's coordinator
  /// (``NavigationReader/child(of:)``).
  package var child: ChainLink { ChainLink(.child(of: self), "child") }

  /// Returns the link's coordinator. If the chain is broken, throws `chainBroken` with the name of
  /// the failed link.
  func coordinator(in state: NavigationState) throws(NavigationError) -> CoordinatorID {
    if let found { return found }
    let coordinator: CoordinatorID
    switch source {
    case .coordinator(let id): coordinator = id
    case .child(let link):
      let parent = state.slot(of: try link.coordinator(in: state))
      guard let child = parent.map(state.child(standingInFor:)), child != .none else {
        throw broken("there is no coordinator to continue with")
      }
      coordinator = state.id(ofCoordinator: child)
    case .result(let link):
      coordinator = try result(of: link, in: state)
    }
    found = coordinator
    return coordinator
  }

  private func result(
    of link: ChainLink, in state: NavigationState
  ) throws(NavigationError) -> CoordinatorID {
    guard let outcome = submission?.outcome ?? submission?.stepOutcome else {
      throw broken("the operation has not settled yet")
    }
    switch outcome.status {
    case .done, .noop:
      if case .coordinator(let id) = outcome.value { return id }
      return try link.coordinator(in: state)
    case .rejected:
      guard let error = outcome.error, error.code != .chainBroken else {
        throw outcome.error ?? broken(outcome.description)
      }
      throw broken(error.description)
    case .cancelled: throw broken(outcome.description)
    }
  }

  private func broken(_ reason: String) -> NavigationError {
    NavigationError(.chainBroken, "the chain broke at \(name): \(reason)")
  }
}

extension Submission {
  /// The outcome of a batch step before the batch has settled, or `nil` if there is none.
  fileprivate var stepOutcome: Outcome? {
    if case .queued(let ticket) = self { ticket.stepOutcome } else { nil }
  }
}

extension OperationCall {
  /// Returns a copy of the call for the coordinator to which the call's chain currently resolves.
  /// If the chain is broken, the copy contains the rejection.
  func resolved(in state: NavigationState) -> OperationCall {
    guard let link = self.link else { return self }
    var call = self
    do throws(NavigationError) {
      call.caller = try link.coordinator(in: state)
    } catch {
      call.rejection = error
    }
    return call
  }
}
