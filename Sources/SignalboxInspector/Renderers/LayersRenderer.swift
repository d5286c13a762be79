internal import Signalbox

/// Renders the layers of the window on one line, from the root layer up.
public enum LayersRenderer: Renderer {
  /// The name `layers`.
  public static let name = "layers"
  /// The summary in help texts.
  public static let summary = "Draws the layers of the window"

  /// Renders the layers on one line.
  public static func render(_ subject: RenderSubject) -> String {
    let tree = subject.tree
    guard !tree.layers.isEmpty else { return "nothing has been launched" }
    return tree.layers.enumerated().map { index, layer in
      index == 0 ? name(of: layer, in: tree) : "\(layer.style) \(name(of: layer, in: tree))"
    }.joined(separator: " ⤒ ")
  }

  private static func name(of layer: StateDocument.Layer, in tree: StateDocument) -> String {
    layer.showsOwner
      ? CoordinatorText.type(of: layer.owner.id, in: tree) : ScreenText.path(layer.screens)
  }
}
