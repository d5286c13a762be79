import Signalbox
import SignalboxInspector
import Testing

@Suite struct ChangeDescriptionTests {
  /// Returns the changes of one input, in all three forms.
  private struct Forms: Hashable {
    var phrases: [String]
    var sentence: String
    var marks: [String]
  }

  private func forms(
    of app: DrawnApp, after kinds: Set<NavigationEvent.Kind>, _ body: () throws -> Void
  ) rethrows -> Forms {
    let first = app.engine.eventCount + 1
    try body()
    let events = app.engine.events(from: first)
    return Forms(
      phrases: ChangeDescription(events, tree: app.engine.tree).phrases,
      sentence: ChangeDescription.last(of: kinds, in: app.engine)?.sentence ?? "",
      marks: events.compactMap(ChangeDescription.mark))
  }

  @Test func `showing and removing a screen is described in each form`() throws {
    let app = try DrawnApp.shop()
    let shop = try app.router("Shop")
    #expect(
      forms(of: app, after: [.entryPushed]) { shop.navigate(to: "product", ["id": 42]) }
        == Forms(
          phrases: ["push product { id = 42 }"], sentence: "product was pushed",
          marks: ["▸ product"]))
    #expect(
      forms(of: app, after: [.entryPopped]) { app.engine.perform("back") }
        == Forms(
          phrases: ["pop product"], sentence: "product was removed when the user went back",
          marks: ["◂ product"]))
    #expect(
      forms(of: app, after: [.entryPopped]) { shop.pop() }
        == Forms(
          phrases: [], sentence: "product was removed when the user went back",
          marks: ["nothing (atRoot)"]))
  }

  @Test func `a coordinator on a layer is described by its layer`() throws {
    let app = try DrawnApp.shop()
    let shop = try app.router("Shop")
    let kinds: Set<NavigationEvent.Kind> = [
      .entryPushed, .entryPopped, .layerPresented, .layerDismissed,
    ]
    #expect(
      forms(of: app, after: kinds) { shop.navigate(to: "checkout") }
        == Forms(
          phrases: ["present sheet Checkout ▸ address"], sentence: "Checkout was presented",
          marks: ["⤒ sheet", "▸ address"]))
    let checkout = try app.router("Checkout")
    #expect(
      forms(of: app, after: kinds) { checkout.finishFlow() }
        == Forms(
          phrases: ["finish Checkout"], sentence: "Checkout finished",
          marks: ["⤓ sheet", "◂ address"]))
    #expect(
      forms(of: app, after: kinds) { shop.present("hint") }
        == Forms(
          phrases: ["present sheet hint"], sentence: "a sheet was presented", marks: ["⤒ sheet"]))
    #expect(
      forms(of: app, after: kinds) { app.engine.perform("swipeDown") }
        == Forms(
          phrases: ["dismiss sheet hint"], sentence: "the sheet was swiped away",
          marks: ["⤓ sheet"]))
  }

  @Test func `phrases contain only names if the tree is unknown`() throws {
    let app = try DrawnApp.shop()
    let first = app.engine.eventCount + 1
    try app.router("Shop").navigate(to: "product", ["id": 42])
    #expect(ChangeDescription(app.engine.events(from: first)).phrases == ["push product"])
  }

  @Test func `an operation without effect has no description`() throws {
    let app = try DrawnApp.shop()
    #expect(ChangeDescription.last(of: [.tabChanged], in: app.engine) == nil)
    try app.router("Home").select("me")
    #expect(
      ChangeDescription.last(of: [.tabChanged], in: app.engine)?.sentence == "tab me was selected")
  }
}
