/// The gesture `tap`, which performs an action of the front screen, such as a button.
enum TapGesture {
  /// The user taps an action of the front screen or of an enclosing tab view.
  static let tap = NavigationOperation(
    "tap", on: .user, takesTime: false,
    "Taps an action of the front screen, or of an enclosing tab view, by its label. The handler "
      + "runs, and the operations that it submits settle.",
    parameters: [OperationParameter("label", .text, "the label of the action")]
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    let label = call.text ?? ""
    guard case let screens = state.tappable, !screens.isEmpty else {
      throw NavigationError(
        .unknownAction, "tap: no screen is shown", hint: "launch a coordinator first")
    }
    var known: [String] = []
    for slot in screens {
      let screen = state.id(ofScreen: slot)
      guard let delegate = state.delegate(at: state.screens[slot].owner) else {
        throw NavigationError(.stale, "tap: the owner of \(screen) is gone")
      }
      let actions = transaction.ask { delegate.actions(of: screen) }
      if actions.contains(label) {
        transaction.callLater(.handler { try delegate.perform(action: label, on: screen) })
        return .done()
      }
      known += actions
    }
    let name =
      state.front == .none ? "" : " \(transaction.symbols[state.screens[state.front].name])"
    throw NavigationError(
      .unknownAction, "tap: screen\(name) has no action \"\(label)\"",
      hint: nameHint(for: label, in: known) ?? "it has no actions")
  }
}
