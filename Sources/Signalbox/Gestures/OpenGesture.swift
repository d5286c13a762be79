/// A link comes from outside: a deep link, a notification, a shortcut.
enum OpenGesture: NavigationGesture {
  static let signature = OperationSignature(
    "open", on: .user, takesTime: false,
    "Opens a link: the first coordinator that handles it does, those in front asked first. Before "
      + "the application is ready the link waits.",
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
    let candidates = candidates(for: engine.links.matches(url), in: transaction)
    guard !candidates.isEmpty else {
      engine.emit(.linkUnhandled, text: url)
      throw NavigationError(
        .unhandled, "open: no coordinator that runs takes \"\(url)\"", hint: engine.linkHint())
    }
    transaction.callbacks.append(
      .handler {
        for (coordinator, handler, match) in candidates where engine.isAlive(coordinator) {
          guard try handler.open(coordinator, match) == .handled else { continue }
          engine.emit(.linkOpened, other: coordinator.bits, text: url)
          return
        }
        engine.emit(.linkUnhandled, text: url)
      })
    return .done(.value(.integer(candidates.count)))
  }

  private typealias Candidate = (CoordinatorID, LinkHandler, LinkMatch)

  /// Running coordinators whose type has a fitting pattern: the active path from the main one on,
  /// then the rest of the tree in pre-order.
  private static func candidates(
    for matches: [(target: LinkTable.Target, match: LinkMatch)], in transaction: Transaction
  ) -> [Candidate] {
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
        engine.registered(match.target.type).map {
          (state.id(ofCoordinator: slot), $0.type.links[match.target.index], match.match)
        }
      }
    }
  }
}
