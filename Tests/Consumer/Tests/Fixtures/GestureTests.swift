import Signalbox
import SignalboxTesting
import Testing

private enum ListRoute: Route, CaseIterable, Codable { case list, item, detail, name }

/// Three screens, and an alert with a text field.
private final class List: Coordinator {
  static let name = "List"

  let router: Router<ListRoute>
  private(set) var names: [String] = []

  init(_ router: Router<ListRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .list) }

  func actions(of route: ListRoute) -> [ScreenAction] {
    switch route {
    case .list:
      [
        ScreenAction("Item") { [self] in try router.navigate(to: .item) },
        ScreenAction("Rename") { [self] in
          try router.present(
            .name, style: .alert, fields: [AlertField("name")],
            buttons: [
              AlertButton("Save", submit: { [self] texts in names += Array(texts.values) })
            ])
        },
      ]
    case .item: [ScreenAction("Detail") { [self] in try router.navigate(to: .detail) }]
    case .detail, .name: []
    }
  }
}

/// Two pages.
private final class Tabs: Coordinator {
  static let name = "Tabs"

  let router: Router<NoRoutes>

  init(_ router: Router<NoRoutes>) { self.router = router }

  static func configure(_ type: inout CoordinatorType) {
    type.pages = [PageDefinition("list", List.self), PageDefinition("news", List.self)]
  }
}

/// Returns an application with two pages, of which the first is selected.
private func tabs(_ exhaustivity: Exhaustivity = .off) throws -> NavigationFixture {
  let app = try NavigationFixture(exhaustivity: exhaustivity) {
    try $0.engine.register(List.self) { List($0) }
    try $0.engine.register(Tabs.self) { Tabs($0) }
  }
  app.launch(Tabs.self)
  return app
}

/// Expects that a body records a failure of a method of the fixture.
private func expectFailure(of method: String, _ body: () throws -> Void) throws {
  try withKnownIssue {
    try body()
  } matching: { issue in
    issue.comments.contains { $0.rawValue.hasPrefix("\(method):") }
  }
}

struct GestureTests {
  @Test func `the user can go back in all ways that a platform offers`() throws {
    let app = try tabs()
    app.tap("Item")
    app.tap("Detail")
    app.swipeBack(cancelled: true)
    app.expectStack("list", "item", "detail")
    app.swipeBack()
    app.expectStack("list", "item")
    app.tap("Detail")
    app.longPressBack(to: 0)
    app.expectStack("list", "item")
    app.longPressBack(to: -1)
    app.expectStack("list")
  }

  @Test func `the user can select pages`() throws {
    let app = try tabs()
    app.expectTab("list")
    app.tap("Item")
    app.tapTab("news")
    app.expectTab("news")
    app.expectStack("list")
    app.tapTab("list", of: try #require(app.engine.coordinators(ofType: "Tabs").first))
    app.expectTab("list")
    app.expectStack("list", "item")
    try expectFailure(of: "expectTab") { app.expectTab("news") }
    app.expectRejection(.unknownPage) { $0.tapTab("none") }
    try expectFailure(of: "expectRejection") { app.expectRejection(.atRoot) { $0.tapTab("none") } }
  }

  @Test func `the user can enter text in an alert and tap its button`() throws {
    let app = try tabs()
    app.tap("Rename")
    app.expectModals("name")
    app.expectRejection(.unknownField) { $0.enterText("Milk", into: "price") }
    app.enterText("Milk", into: "name")
    app.tapAlert("Save")
    app.expectModals()
    let id = try #require(app.engine.coordinators(ofType: "List").first)
    let list: List? = app.engine.coordinator(id)
    #expect(list?.names == ["Milk"])
  }

  @Test func `a test can expect events, or skip the changes that it does not expect`() throws {
    let app = try tabs(.on(.changes))
    app.tap("Item")
    app.back()
    let kinds: [NavigationEvent.Kind] = [.entryPushed, .entryPopped]
    app.expectEvents(
      [
        "entry.pushed list", "entry.pushed list", "entry.pushed item", "entry.popped item userBack",
      ], of: kinds)
    app.tap("Item")
    try expectFailure(of: "expectEvents") { app.expectEvents([], of: kinds) }
    app.tapTab("news")
    app.skipChanges()
    app.close()
    try expectFailure(of: "exhaustivity") {
      let app = try tabs(.on(.changes))
      app.close()
    }
  }

  @Test func `a snapshot is compared with its file`() throws {
    let app = try tabs()
    app.tap("Item")
    app.expectSnapshot("item")
    try expectFailure(of: "expectSnapshot") { app.expectSnapshot("item") }
  }

  @Test func `a coordinator in a test is told that its child has finished`() throws {
    var finished: [String] = []
    let app = try NavigationFixture {
      try $0.define("Child") { $0.screen("step") }
      try $0.define("Parent") { parent in
        parent.screen("home")
        parent.route("child", to: "Child", style: .sheet)
        parent.onChildFinish = { finished.append($1.type) }
      }
    }
    app.launch("Parent")
    app.perform { $0.navigate(to: "child") }
    app.finish("Child")
    app.expectFront("home")
    #expect(finished == ["Child"])
  }
}
