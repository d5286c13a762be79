/// Removes screens until a given one is on top.
enum PopToViewOperation: NavigationOperation {
  static let signature = OperationSignature(
    "popToView", on: .navigation,
    "Removes screens until one of the caller's own, given by name or handle, is on top.",
    parameters: [OperationParameter("view", .screen, "a screen's name, handle, or a test of one")],
    options: OperationOption.common + [.which],
    result: "whether the screen is on top now")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let caller = try transaction.caller(of: call)
    let state = transaction.state
    let record = state.coordinators[caller]
    guard record.kind == .navigation else {
      throw transaction.wrongKind("popToView", caller, "call it on a page's router")
    }
    guard record.base != .none, let target = find(call, in: caller, transaction) else {
      return .rejected(notFound(call, caller, transaction), .boolean(false))
    }
    let index = state.screens[target].index
    guard state.stacks[record.stack].count > index + 1 else {
      return .noop(.alreadyTop, .boolean(true))
    }
    try transaction.checkUncovered(caller, as: "popToView")
    transaction.isHidden = transaction.isBelowOthers(caller)
    transaction.cut(record.stack, to: index + 1)
    return .done(.boolean(true))
  }

  /// Walks the caller's segment from the top down. Cost: O(screens passed).
  private static func find(
    _ call: borrowing OperationCall, in caller: Slot, _ transaction: Transaction
  ) -> Slot? {
    let state = transaction.state
    let record = state.coordinators[caller]
    let takesFirst = call.options.switches.contains(.firstMatch)
    var found: Slot?
    var screen = state.stacks[record.stack].top
    while screen != .none {
      if state.screens[screen].owner == caller, matches(screen, call, transaction) {
        found = screen
        if !takesFirst { break }
      }
      if screen == record.base { break }
      screen = state.screens[screen].below
    }
    return found
  }

  private static func matches(
    _ screen: Slot, _ call: borrowing OperationCall, _ transaction: Transaction
  ) -> Bool {
    switch call.subject {
    case .screen(let id): return transaction.state.id(ofScreen: screen) == id
    case .test(let test):
      return transaction.ask { test(transaction.state.id(ofScreen: screen)) }
    default: return transaction.state.screens[screen].name == call.name
    }
  }

  private static func notFound(
    _ call: borrowing OperationCall, _ caller: Slot, _ transaction: Transaction
  ) -> NavigationError {
    let (engine, state) = (transaction.engine, transaction.state)
    let type = transaction.typeName(caller)
    switch call.subject {
    case .screen(let id):
      return NavigationError(.viewNotFound, "popToView: \(id) is not on the stack of \(type)")
    case .test:
      return NavigationError(.viewNotFound, "popToView: no screen of \(type) passes the test")
    default:
      var names: [String] = []
      var screen =
        state.coordinators[caller].base == .none
        ? Slot.none : state.stacks[state.coordinators[caller].stack].top
      while screen != .none, names.count < 100 {
        if state.screens[screen].owner == caller {
          names.append(engine.symbols[state.screens[screen].name])
        }
        screen = state.screens[screen].below
      }
      let name = engine.symbols[call.name]
      return NavigationError(
        .viewNotFound, "popToView: \"\(name)\" is not on the stack of \(type)",
        hint: nameHint(for: name, in: Set(names)))
    }
  }
}
