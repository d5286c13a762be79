/// Something that the user can do on a screen, such as a button.
public struct ScreenAction {
  /// The label, by which scenarios tap it.
  public let label: String
  let perform: () throws -> Void

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - label: The label, unique on its screen.
  ///   - perform: What it does; an error is reported to the hooks of the engine.
  public init(_ label: String, _ perform: @escaping () throws -> Void) {
    self.label = label
    self.perform = perform
  }
}
