/// An action that the user can perform on a screen, such as a button.
public struct ScreenAction {
  /// The label, which scenarios use to tap the action.
  public let label: String
  let perform: () throws -> Void

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - label: The label, unique on its screen.
  ///   - perform: Performs the action; an error that it throws is reported to the hooks of the
  ///     engine.
  public init(_ label: String, _ perform: @escaping () throws -> Void) {
    self.label = label
    self.perform = perform
  }
}
