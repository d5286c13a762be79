/// A place in a chain of calls: the coordinator that the calls before lead to.
///
/// Calls of a callback wait, so the place may be known only later; it is looked up when its turn
/// comes, once. Where a call before it was rejected, the chain is broken there for good.
package final class ChainLink {
  /// Where a link leads.
  enum Source {
    case coordinator(CoordinatorID)
    /// Where a call of another link leads: a coordinator, or that link itself.
    case result(of: ChainLink)
    case child(of: ChainLink)
  }

  let source: Source
  /// What rejections call the link: `focusFirst "todos"`.
  private let name: String
  /// The outcome of the call that the link is the result of.
  package var submission: Submission?
  /// Whether a break of the chain, here or before, has been reported.
  package var isReported: Bool {
    get {
      if case .child(let link) = source { return link.isReported }
      return isOwnReported
    }
    set { isOwnReported = newValue }
  }
  private var isOwnReported = false
  /// The coordinator, once it was looked up.
  private(set) var found: CoordinatorID?

  private init(_ source: Source, _ name: String) {
    self.source = source
    self.name = name
  }

  /// The beginning of a chain.
  package convenience init(_ coordinator: CoordinatorID) {
    self.init(.coordinator(coordinator), "\(coordinator)")
  }

  /// What a call leads to; its ``submission`` is set once it was submitted.
  package convenience init(after link: ChainLink, calling operation: String, _ name: String) {
    self.init(.result(of: link), name.isEmpty ? operation : "\(operation) \(quoted(name))")
  }

  /// A place that a call was to lead to and that a rejection keeps from being one.
  convenience init(brokenBy rejection: NavigationError) {
    self.init(.result(of: ChainLink(CoordinatorID(bits: 0))), "")
    submission = .settled(.rejected(rejection))
  }

  /// The coordinator that stands in for this one, see ``NavigationReader/child(of:)``.
  package var child: ChainLink { ChainLink(.child(of: self), "child") }

  /// The coordinator; throws `chainBroken` with the name of the link that failed.
  package func coordinator(
    in engine: NavigationEngine
  ) throws(NavigationError) -> CoordinatorID {
    if let found { return found }
    let coordinator: CoordinatorID
    switch source {
    case .coordinator(let id): coordinator = id
    case .child(let link):
      guard let child = engine.child(of: try link.coordinator(in: engine)) else {
        throw broken("there is no coordinator to go on with")
      }
      coordinator = child
    case .result(let link):
      coordinator = try result(of: link, in: engine)
    }
    found = coordinator
    return coordinator
  }

  private func result(
    of link: ChainLink, in engine: NavigationEngine
  ) throws(NavigationError) -> CoordinatorID {
    guard let outcome = submission?.outcome ?? submission?.stepOutcome else {
      throw broken("it has not settled yet")
    }
    switch outcome.status {
    case .done, .noop:
      if case .coordinator(let id) = outcome.value { return id }
      return try link.coordinator(in: engine)
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
  /// What a step of a batch came to while the batch has not settled.
  fileprivate var stepOutcome: Outcome? {
    if case .queued(let ticket) = self { ticket.stepOutcome } else { nil }
  }
}

extension OperationCall {
  /// The call with the coordinator that its chain has led to by now.
  func resolved(in engine: NavigationEngine) -> OperationCall {
    guard let link = self.link else { return self }
    var call = self
    do throws(NavigationError) {
      call.caller = try link.coordinator(in: engine)
    } catch {
      call.rejection = error
    }
    return call
  }
}
