/// An action that the user can perform on a screen, such as a button.
public struct ScreenAction {
  /// The label, by which scenarios identify the action.
  public let label: String
  /// The purpose of the action if it is a button of an alert; `nil` for none of the roles.
  public let role: AlertButton.Role?
  let perform: ([String: String]) throws -> Void

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - label: The label, unique on its screen.
  ///   - role: The purpose of the action if it is a button of an alert.
  ///   - perform: Performs the action; an error that it throws is reported to the hooks of the
  ///     engine.
  public init(
    _ label: String, role: AlertButton.Role? = nil, _ perform: @escaping () throws -> Void
  ) {
    (self.label, self.role) = (label, role)
    self.perform = { _ in try perform() }
  }

  /// Creates a button of an alert that uses the texts of the alert's fields.
  ///
  /// - Parameters:
  ///   - label: The label, unique on its screen.
  ///   - role: The purpose of the button.
  ///   - submit: Performs the action with the texts of the fields by name; an error that it throws
  ///     is reported to the hooks of the engine.
  public init(
    _ label: String, role: AlertButton.Role? = nil,
    submit: @escaping ([String: String]) throws -> Void
  ) {
    (self.label, self.role, self.perform) = (label, role, submit)
  }
}
