/// The gesture `enterText`, which edits a field of the front alert.
enum EnterTextGesture {
  /// The user replaces the text of a field in the front alert.
  static let enterText = NavigationOperation(
    "enterText", on: .user, takesTime: false,
    "Replaces the text of a field in the front alert, without navigating. The handler of a tapped "
      + "button receives the texts of all fields.",
    parameters: [
      OperationParameter("field", .field, "the name of the field"),
      OperationParameter("text", .text, "the text that the field contains afterwards"),
    ],
    options: [.completion]
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    let top = state.window.topLayer
    guard top != .none, state.layers[top].style.isDialog else { return .noop(.gestureUnavailable) }
    let (name, text) = (transaction.symbols[call.name], call.text ?? "")
    var fields = state.fields(ofLayer: top)
    guard let index = fields.firstIndex(where: { $0.name == name }) else {
      throw NavigationError(
        .unknownField, "enterText: the alert has no field \"\(name)\"",
        hint: nameHint(for: name, in: fields.map(\.name)) ?? "it has no fields")
    }
    guard !text.contains(where: \.isNewline) else {
      throw NavigationError(
        .badArgument, "enterText: the text contains a line break, expected a single line",
        hint: "alert fields have a single line")
    }
    guard fields[index].text != text else { return .noop(.unchanged) }
    transaction.staySilent(call)
    fields[index].text = text
    transaction.layers.set(fields, of: top)
    transaction.note(
      .layerTextEntered, .layer(state.id(ofLayer: top)), call.name,
      text: fields[index].shownText)
    return .done()
  }
}
