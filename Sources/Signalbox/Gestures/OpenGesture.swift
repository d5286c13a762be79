/// A link comes from outside: a deep link, a notification, a shortcut.
enum OpenGesture: NavigationGesture {
  static let signature = OperationSignature(
    "open", on: .user, takesTime: false,
    "Opens a link: the first coordinator that handles it does, those in front asked first, then the "
      + "application's own. Before the application is ready the link waits.",
    parameters: [OperationParameter("url", .text, "the link")],
    result: "how many handlers fit the link")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let engine = transaction.engine
    let url = call.text ?? ""
    guard engine.isReady else {
      var later = copy call
      // This call completes now, as `notReady`; completing again later would make it twice.
      later.options.completion = nil
      engine.pendingLinks.append(later)
      engine.emit(.linkQueued, text: url)
      return .noop(.notReady)
    }
    let candidates = candidates(
      for: engine.links.matches(engine.rewritten(url, in: transaction)), in: transaction)
    guard !candidates.isEmpty else {
      engine.emit(.linkUnhandled, text: url)
      throw NavigationError(
        .unhandled, "open: no coordinator that runs takes \"\(url)\"", hint: engine.linkHint())
    }
    transaction.callbacks.append(
      .handler {
        for candidate in candidates {
          if let coordinator = candidate.coordinator, !engine.isAlive(coordinator) { continue }
          let answer = try candidate.open()
          if answer == .unhandled { continue }
          engine.emit(
            answer == .handled ? .linkOpened : .linkQueued,
            other: candidate.coordinator?.bits ?? 0, text: url)
          return
        }
        engine.emit(.linkUnhandled, text: url)
      })
    return .done(.value(.integer(candidates.count)))
  }

  /// Whoever may open the link; `nil` stands for the application.
  private struct Candidate {
    let coordinator: CoordinatorID?
    let open: () throws -> LinkAnswer
  }

  private typealias Match = LinkTable.Match

  /// Running coordinators whose type has a fitting pattern: the active path from the main one on,
  /// then the rest of the tree in pre-order; after them the application's own links.
  private static func candidates(for matches: [Match], in transaction: Transaction) -> [Candidate] {
    guard !matches.isEmpty else { return [] }
    let (engine, state) = (transaction.engine, transaction.state)
    var order: [Slot] = []
    var active = state.topCoordinator(from: state.window.main)
    while active != .none {
      order.append(active)
      active = state.coordinators[active].parent
    }
    order.reverse()
    if order.count < state.coordinators.count {
      let onPath = Set(order)
      var rest = [state.window.main]
      while let slot = rest.popLast() {
        if !onPath.contains(slot) { order.append(slot) }
        rest += state.children(of: slot).reversed()
      }
    }
    return order.flatMap { slot in
      matches.filter { $0.target.type == state.coordinators[slot].type }.compactMap { match in
        engine.registered(match.target.type).map { type in
          let handler = type.type.links[match.target.index]
          let coordinator = state.id(ofCoordinator: slot)
          return Candidate(coordinator: coordinator) { try handler.open(coordinator, match.match) }
        }
      }
    }
      + matches.compactMap {
        engine.applicationLink($0).map { Candidate(coordinator: nil, open: $0) }
      }
  }
}
