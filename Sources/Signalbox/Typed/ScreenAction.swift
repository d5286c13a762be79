/// An action that the user can perform on a screen, such as tapping a button.
public struct ScreenAction {
  /// The label, which identifies the action in scenarios.
  public let label: String
  /// The role of the action if it is an alert button, or `nil` if the action has no role.
  public let role: AlertButton.Role?
  let perform: ([String: String]) throws -> Void

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - label: The label, unique on its screen.
  ///   - role: The role of the action if it is an alert button.
  ///   - perform: A closure that performs the action. An error that the closure throws is reported
  ///     to the engine's hooks.
  public init(
    _ label: String, role: AlertButton.Role? = nil, _ perform: @escaping () throws -> Void
  ) {
    (self.label, self.role) = (label, role)
    self.perform = { _ in try perform() }
  }

  /// Creates an alert button whose action receives the texts of the alert's fields.
  ///
  /// - Parameters:
  ///   - label: The label, unique on its screen.
  ///   - role: The role of the button.
  ///   - submit: A closure that performs the action with the texts of the fields, keyed by name. An
  ///     error that the closure throws is reported to the engine's hooks.
  public init(
    _ label: String, role: AlertButton.Role? = nil,
    submit: @escaping ([String: String]) throws -> Void
  ) {
    (self.label, self.role, self.perform) = (label, role, submit)
  }
}
