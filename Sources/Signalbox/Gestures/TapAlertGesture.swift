/// The gesture `tapAlert`, which dismisses an alert or confirmation dialog and performs the action
/// of a button.
enum TapAlertGesture {
  /// The user taps a button of the front alert or confirmation dialog.
  static let tapAlert = NavigationOperation(
    "tapAlert", on: .user,
    "Taps a button of the alert or dialog in front. The alert's layer is dismissed; then the "
      + "button's action runs with the texts of the alert's fields.",
    parameters: [OperationParameter("button", .text, "the label of the button")],
    options: OperationOption.common
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    let top = state.window.topLayer
    guard top != .none, state.layers[top].style.isDialog else { return .noop(.gestureUnavailable) }
    let title = call.text ?? ""
    let action = try action(of: title, on: top, transaction)
    transaction.reason = .dismissed
    transaction.layers.removeLayers(from: top, reason: .dismissed)
    if let action { transaction.callLater(.handler(action)) }
    return .done()
  }

  /// Returns the action of an alert's button, or `nil` if the button has no action. If the alert
  /// was presented without buttons, the actions of its screen are used.
  private static func action(
    of title: String, on layer: Slot, _ transaction: Transaction
  ) throws(NavigationError) -> (() throws -> Void)? {
    let state = transaction.state
    let fields = state.fields(ofLayer: layer)
    let texts = Dictionary(fields.map { ($0.name, $0.text) }) { first, _ in first }
    let buttons = state.callbacks(at: state.layers[layer].callbacks).buttons
    if let button = buttons.first(where: { $0.title == title }) {
      return button.action.map { action in { try action(texts) } }
    }
    var titles = buttons.map(\.title)
    let front = state.front
    if titles.isEmpty, front != .none,
      let delegate = state.delegate(at: state.screens[front].owner)
    {
      let screen = state.id(ofScreen: front)
      titles = transaction.ask { delegate.actions(of: screen) }
      if titles.contains(title) {
        return transaction.ask { delegate.prepare(action: title, texts: texts, on: screen) }
      }
    }
    throw NavigationError(
      .unknownAction, "tapAlert: the alert has no button \"\(title)\"",
      hint: nameHint(for: title, in: titles) ?? "it has no buttons")
  }
}
