import Signalbox
import SignalboxInspector
import Testing

/// A renderer that another package defines.
enum FrontRenderer: Renderer {
  static let name = "front"
  static let summary = "The name of the front screen"

  static func render(_ subject: RenderSubject) -> String { subject.tree.front?.name ?? "" }
}

struct InspectorTests {
  @Test func `renderers show the state of an engine`() {
    let subject = RenderSubject(NavigationEngine())
    #expect(FrontRenderer.render(subject) == "")
    #expect(RendererCatalog.all.map { $0.name }.contains(TreeRenderer.name))
  }
}
