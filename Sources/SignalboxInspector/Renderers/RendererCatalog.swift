/// The catalog of all built-in renderers, for commands and scripts.
///
/// To add a renderer, add a file to this folder and a line to this list.
public enum RendererCatalog {
  /// The renderers, in the order of the help text.
  public static let all: [any Renderer.Type] = [
    TreeRenderer.self,
    ScreenRenderer.self,
    StackRenderer.self,
    LayersRenderer.self,
    EventsRenderer.self,
  ]

  /// Returns the renderer with the given name, or `nil` if there is none.
  ///
  /// - Parameter name: The name, such as `tree`.
  public static func renderer(named name: String) -> (any Renderer.Type)? {
    all.first { $0.name == name }
  }
}
