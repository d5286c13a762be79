/// The gesture `open`, which passes a deep link to the coordinators that handle links.
enum OpenGesture {
  /// Opens a link from outside the application, such as a deep link or a notification's link.
  static let open = NavigationOperation(
    "open", on: .user, takesTime: false,
    "Opens a link: tries the handlers of the coordinators, active path first, and then the "
      + "application's own. Before the application is ready, the link waits.",
    parameters: [OperationParameter("url", .text, "the link")],
    result: "the number of matching handlers"
  ) { call, transaction throws(NavigationError) in
    let registry = transaction.registry
    let url = call.text ?? ""
    guard transaction.host.isReady else {
      var later = copy call
      // This call completes now, as `notReady`. If the waiting call kept the completion handler,
      // the handler would be called twice.
      later.options.completion = nil
      transaction.host.keep(link: later)
      transaction.log.emit(.linkQueued, text: url)
      return .noop(.notReady)
    }
    let candidates = candidates(
      for: registry.matches(rewritten(url, in: transaction)), in: transaction)
    guard !candidates.isEmpty else {
      transaction.log.emit(.linkUnhandled, text: url)
      throw NavigationError(
        .unhandled, "open: no running coordinator handles \"\(url)\"", hint: registry.linkHint)
    }
    transaction.callLater(
      .handler {
        for candidate in candidates {
          if let coordinator = candidate.coordinator, transaction.state.slot(of: coordinator) == nil
          {
            continue
          }
          let answer = try candidate.open()
          if answer == .unhandled { continue }
          transaction.log.emit(
            answer == .handled ? .linkOpened : .linkQueued,
            other: candidate.coordinator ?? .none, text: url)
          return
        }
        transaction.log.emit(.linkUnhandled, text: url)
      })
    return .done(.value(.integer(candidates.count)))
  }

  /// Returns the link that replaces the given link, or the given link itself if it is not
  /// rewritten. A link is rewritten at most once.
  private static func rewritten(_ url: String, in transaction: Transaction) -> String {
    guard let rewrite = transaction.registry.rewriting(of: url) else { return url }
    return transaction.answer(url) { try rewrite(url) ?? url }
  }

  /// A coordinator that may handle the link. A value without a coordinator represents the
  /// application.
  private struct Candidate {
    let coordinator: CoordinatorID?
    let open: () throws -> LinkAnswer
  }

  /// A matching pattern of a coordinator type or of the application.
  private typealias Match = LinkTable.Match

  /// Returns the running coordinators whose types have a matching pattern: first the coordinators
  /// on the active path, from the main coordinator down, and then the rest of the tree in
  /// pre-order. The application's own links come last.
  private static func candidates(for matches: [Match], in transaction: Transaction) -> [Candidate] {
    guard !matches.isEmpty else { return [] }
    let (registry, state) = (transaction.registry, transaction.state)
    var found: [Candidate] = []
    func ask(_ slot: Slot) {
      let type = state.coordinators[slot].type
      for (target, match) in matches where target.type == type {
        guard let registered = registry.registered(type) else { continue }
        let (coordinator, handler) =
          (state.id(ofCoordinator: slot), registered.type.links[target.index])
        found.append(
          Candidate(coordinator: coordinator) { try handler.open(coordinator, match) })
      }
    }
    let active = state.topCoordinator(from: state.window.main)
    let count = askPath(to: active, in: state, ask)
    if count < state.coordinators.count {
      var path = Set<Slot>()
      _ = askPath(to: active, in: state) { path.insert($0) }
      var rest = [state.window.main]
      while let slot = rest.popLast() {
        if !path.contains(slot) { ask(slot) }
        rest += state.children(of: slot).reversed()
      }
    }
    for match in matches {
      guard let open = registry.applicationLink(match) else { continue }
      found.append(Candidate(coordinator: nil, open: open))
    }
    return found
  }

  /// Visits the coordinators on the path from the main coordinator to the given coordinator.
  ///
  /// - Returns: The number of coordinators on the path, including both ends.
  private static func askPath(
    to slot: Slot, in state: NavigationState, _ ask: (Slot) -> Void
  ) -> Int {
    if slot == .none { return 0 }
    let count = askPath(to: state.coordinators[slot].parent, in: state, ask)
    ask(slot)
    return count + 1
  }
}
