internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// Describes the effect of a previewed call, such as `would push product { id = 42 }` or
/// `no action "Confrim"; did you mean "Confirm"?`.
enum PreviewWords {
  /// - Returns: The description, or `nil` if there is no effect, or if the result could differ in
  ///   the prompt's session, for example after a Lua error.
  static func text(
    _ evaluation: Evaluation, _ changes: ChangeSummary, unhandled: [ScriptError]
  ) -> String? {
    switch evaluation {
    case .incomplete: return nil
    case .failed(let error): return rejection(error)
    case .values: break
    }
    if let error = unhandled.first {
      guard let why = rejection(error) else { return nil }
      return changes.changes.isEmpty ? why : "would \(list(changes.changes)), then: \(why)"
    }
    if !changes.changes.isEmpty { return "would \(list(changes.changes))" }
    return changes.rejections.first.map { "would do nothing: \(reason($0))" }
  }

  private static func list(_ changes: [String]) -> String {
    let shown = changes.prefix(3).joined(separator: " · ")
    return changes.count > 3 ? "\(shown) · … \(changes.count - 3) more" : shown
  }

  /// Returns the reason in a string such as `pop did nothing: atRoot`, without the operation, which
  /// the user typed.
  private static func reason(_ text: String) -> String {
    guard let colon = text.firstRange(of: ": ") else { return text }
    return String(text[colon.upperBound...])
  }

  /// Returns the text of a rejection without the parts that the user already sees: the code, the
  /// operation and the coordinator.
  private static func rejection(_ error: ScriptError) -> String? {
    guard let code = error.code, error.kind == .rejected || error.kind == .runtime else {
      return nil
    }
    var text = error.message[...]
    if text.hasPrefix("\(code): ") { text = text.dropFirst(code.count + 2) }
    let operation = text.prefix { $0.isASCII && $0.isLetter }
    if !operation.isEmpty, text[operation.endIndex...].hasPrefix(": ") {
      text = text[operation.endIndex...].dropFirst(2)
    }
    if let lack = text.firstRange(of: " has no "),
      !text[..<lack.lowerBound].contains("\"")
    {
      text = "no " + text[lack.upperBound...]
    }
    // A long list of names does not fit on one line.
    if let known = text.firstRange(of: "; known: "), text.hasSuffix(" more") {
      text = text[..<known.lowerBound]
    }
    let whole = error.hint.map { "\(text); \($0)" } ?? String(text)
    return DisplayText.line(whole)
  }
}
