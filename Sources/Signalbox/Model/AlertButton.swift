/// A button of an alert or confirmation dialog.
public struct AlertButton {
  /// The purpose of a button, which determines its position and appearance on the platform.
  public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
    /// Closes the dialog without a change. A dialog has at most one button with this role.
    case cancel
    /// Deletes or discards data.
    case destructive
  }

  /// The title, which identifies the button for `tapAlert`.
  public let title: String
  /// The purpose of the button, or `nil` for a button without a role.
  public let role: Role?
  /// The closure to call after the alert has been removed, or `nil` for a button that only closes
  /// the alert. The closure receives the texts of the alert's fields, keyed by name.
  public let action: (([String: String]) throws -> Void)?

  /// Creates a button. A button without an action only closes the alert.
  ///
  /// - Parameters:
  ///   - title: The title, unique in its alert, which identifies the button for `tapAlert`.
  ///   - role: The purpose of the button, or `nil` for a button without a role.
  ///   - action: A closure that is called after the alert has been removed, or `nil` for no action.
  ///     An error that the closure throws is reported.
  public init(_ title: String, role: Role? = nil, action: (() throws -> Void)? = nil) {
    (self.title, self.role) = (title, role)
    self.action = action.map { action in { _ in try action() } }
  }

  /// Creates a button that uses the texts of the alert's fields.
  ///
  /// - Parameters:
  ///   - title: The title, unique in its alert, which identifies the button for `tapAlert`.
  ///   - role: The purpose of the button, or `nil` for a button without a role.
  ///   - submit: A closure that is called after the alert has been removed, with the texts of the
  ///     alert's fields, keyed by name. An error that the closure throws is reported.
  public init(
    _ title: String, role: Role? = nil, submit: @escaping ([String: String]) throws -> Void
  ) {
    (self.title, self.role, self.action) = (title, role, submit)
  }

  /// The button's title and role, as plain data.
  public var label: Label { Label(title, role: role) }

  /// The visible properties of a button, as plain data.
  public struct Label: Hashable, Sendable {
    /// The title of the button.
    public let title: String
    /// The purpose of the button, or `nil` for a button without a role.
    public let role: Role?

    /// Creates a label.
    ///
    /// - Parameters:
    ///   - title: The title of the button.
    ///   - role: The purpose of the button, or `nil` for a button without a role.
    public init(_ title: String, role: Role? = nil) { (self.title, self.role) = (title, role) }
  }
}

extension AlertButton.Label: Codable {
  /// The keys of a label that is encoded as a table.
  private enum Key: String, CodingKey { case title, role }

  /// Decodes a title, or a table with a title and a role.
  public init(from decoder: any Decoder) throws {
    if let title = try? decoder.singleValueContainer().decode(String.self) {
      self.init(title)
    } else {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        try container.decode(String.self, forKey: .title),
        role: try container.decodeIfPresent(AlertButton.Role.self, forKey: .role))
    }
  }

  /// Encodes the title if the button has no role, and otherwise a table with the title and the
  /// role.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  /// The title if the button has no role, and otherwise a table with the title and the role.
  package var value: NavigationValue {
    guard let role else { return .string(title) }
    return .table(["title": .string(title), "role": .string(role.rawValue)])
  }
}
