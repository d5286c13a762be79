/// Every renderer; the commands and scripts that draw read it.
///
/// A new renderer is one file in this folder and one line here.
public enum RendererCatalog {
  /// The renderers in the order of help.
  public static let all: [any Renderer.Type] = [
    TreeRenderer.self,
    ScreenRenderer.self,
    StackRenderer.self,
    LayersRenderer.self,
    EventsRenderer.self,
  ]

  /// The renderer of that name.
  public static func renderer(named name: String) -> (any Renderer.Type)? {
    all.first { $0.name == name }
  }
}
