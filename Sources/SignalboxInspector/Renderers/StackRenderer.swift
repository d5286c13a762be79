internal import Signalbox

/// Renders the front stack on one line: its coordinator, and its screens from the root up.
public enum StackRenderer: Renderer {
  /// The name `stack`.
  public static let name = "stack"
  /// The summary in help texts.
  public static let summary = "Draws the screens of the front stack"

  /// Renders the stack on one line.
  public static func render(_ subject: RenderSubject) -> String {
    let tree = subject.tree
    guard let layer = tree.layers.last, let front = tree.front else {
      return "nothing has been launched"
    }
    let face = tree.face(of: layer)
    let owner = CoordinatorText.owner(of: front, in: tree)
    return "\(owner)  \(ScreenText.path(face.screens))"
  }
}
