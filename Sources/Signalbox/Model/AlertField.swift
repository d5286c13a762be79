/// A text field of an alert.
public struct AlertField: Hashable, Sendable, Codable, Identifiable {
  /// The kind of text that a field accepts, which determines the keyboard.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable, EmptyValue {
    /// Any text, with the default keyboard.
    case text
    /// A password. The field shows a dot for each character.
    case password
    /// A number, with a keyboard of digits and the decimal separator.
    case number
    /// An email address, with a keyboard that has an at sign.
    case email
    /// A phone number, with a keypad.
    case phone
    /// A URL, with a keyboard that has a slash.
    case url

    /// The default kind of a field.
    public static var empty: Kind { .text }
  }

  /// The name, which is unique in the field's alert. Button actions look up the text by this name.
  public let name: String
  /// The hint that an empty field shows.
  @Sparse public private(set) var placeholder: String = ""
  /// The kind of text that the field accepts.
  @Sparse public private(set) var kind: Kind = .text
  /// The text that the field contains.
  @Sparse public var text: String = ""

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - name: The name, which must be unique in the alert. Button actions look up the text by this
  ///     name.
  ///   - placeholder: The hint that an empty field shows.
  ///   - kind: The kind of text that the field accepts. A password field shows dots instead of its
  ///     text.
  ///   - text: The initial text.
  public init(
    _ name: String, placeholder: String = "", kind: Kind = .text, text: String = ""
  ) {
    self.name = name
    self.placeholder = placeholder
    self.kind = kind
    self.text = text
  }

  /// The field's name.
  public var id: String { name }

  /// The displayed text. In a password field, a dot replaces each character.
  public var shownText: String {
    kind == .password ? String(repeating: "•", count: text.count) : text
  }

  /// The field as plain data, without properties that have their default values.
  package var value: NavigationValue {
    var table: NavigationArguments = ["name": .string(name)]
    if !placeholder.isEmpty { table["placeholder"] = .string(placeholder) }
    if kind != .text { table["kind"] = .string(kind.rawValue) }
    if !text.isEmpty { table["text"] = .string(text) }
    return .table(table)
  }
}
