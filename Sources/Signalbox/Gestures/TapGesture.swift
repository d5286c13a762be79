/// The user taps an action of the front screen.
enum TapGesture: NavigationGesture {
  static let signature = OperationSignature(
    "tap", on: .user, takesTime: false,
    "Taps an action of the front screen by its label; its handler runs and what it submits settles.",
    parameters: [OperationParameter("label", .text, "what the action is called")])

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    let label = call.text ?? ""
    guard state.front != .none else {
      throw NavigationError(.unknownAction, "tap: no screen is shown", hint: "launch first")
    }
    let screen = state.id(ofScreen: state.front)
    guard let delegate = transaction.engine.delegate(at: state.screens[state.front].owner) else {
      throw NavigationError(.stale, "tap: the owner of \(screen) is gone")
    }
    let actions = transaction.ask { delegate.actions(of: screen) }
    guard actions.contains(label) else {
      let name = transaction.engine.symbols[state.screens[state.front].name]
      throw NavigationError(
        .unknownAction, "tap: screen \(name) has no action \"\(label)\"",
        hint: nameHint(for: label, in: actions) ?? "it has no actions")
    }
    transaction.callbacks.append(.handler { try delegate.perform(action: label, on: screen) })
    return .done()
  }
}
