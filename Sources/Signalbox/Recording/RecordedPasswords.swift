/// Replaces the texts of password fields in recorded calls and states with dots (decision 0353).
enum RecordedPasswords {
  /// Returns the displayed form of a password: one dot for each character.
  static func dots(_ text: String) -> String { String(repeating: "•", count: text.count) }

  /// Returns a value in which the texts of password fields are dots, or `nil` if the value contains
  /// no password. Repeating the replacement changes nothing.
  ///
  /// - Parameter note: A closure that receives each replaced text.
  static func hidden(
    in value: NavigationValue, _ note: ((String) -> Void)? = nil
  ) -> NavigationValue? {
    switch value {
    case .list(let values):
      var copy: [NavigationValue]?
      for (index, item) in values.enumerated() {
        guard let other = hidden(in: item, note) else { continue }
        copy = copy ?? values
        copy?[index] = other
      }
      return copy.map { .list($0) }
    case .table(let fields): return hidden(in: fields, note).map { .table($0) }
    case .boolean, .integer, .number, .string, .object: return nil
    }
  }

  /// Returns a state in which the texts of password fields are dots. Cost: O(size of the state's
  /// layers).
  static func hidden(
    inState state: NavigationValue, _ note: ((String) -> Void)? = nil
  ) -> NavigationValue {
    guard var fields = state.table, let layers = fields["layers"],
      let other = hidden(in: layers, note)
    else { return state }
    fields["layers"] = other
    return .table(fields)
  }

  /// Replaces the passwords in the fields of a call, but not in the state after the call.
  ///
  /// - Parameter isEntered: Whether the call enters a string into a password field.
  static func hide(
    in call: inout NavigationArguments, isEntered: Bool, _ note: ((String) -> Void)?
  ) {
    if isEntered, let text = call["text"]?.text, !text.isEmpty {
      note?(text)
      call["text"] = .string(dots(text))
      call["redacted"] = ["text"]
    } else if call["operation"] == "restoreState", let text = call["text"]?.text,
      let state = try? NavigationValue(json: text)
    {
      let other = hidden(inState: state, note)
      if other != state { call["text"] = .string(other.line) }
    }
    // Options and the steps of a batch can contain the fields of an alert with their texts.
    for name in ["options", "steps"] {
      if let value = call[name], let other = hidden(in: value, note) { call[name] = other }
    }
  }

  private static func hidden(
    in fields: NavigationArguments, _ note: ((String) -> Void)?
  ) -> NavigationArguments? {
    var copy: NavigationArguments?
    if fields["kind"] == .string(AlertField.Kind.password.rawValue), fields["name"] != nil,
      let text = fields["text"]?.text, text.contains(where: { $0 != "•" })
    {
      note?(text)
      copy = fields
      copy?["text"] = .string(dots(text))
    }
    for field in fields.fields {
      guard let other = hidden(in: field.value, note) else { continue }
      copy = copy ?? fields
      copy?[field.name] = other
    }
    return copy
  }
}
