import Signalbox
import SignalboxTesting
import Testing

private enum StartRoute: Route, CaseIterable, Codable { case home, form }
private enum FormRoute: Route, CaseIterable, Codable { case form }

/// Opens a form.
private final class Start: Coordinator {
  static let name = "Start"

  let router: Router<StartRoute>

  init(_ router: Router<StartRoute>) { self.router = router }

  static func destination(of route: StartRoute) -> RouteDestination {
    route == .form ? .coordinator(Form.self) : .screen
  }

  func start() throws { try router.startFlow(at: .home) }

  func actions(of route: StartRoute) -> [ScreenAction] {
    [ScreenAction("Open") { [self] in try router.navigate(to: .form) }]
  }
}

/// Sends a form once, and finishes when an answer arrives.
private final class Form: Coordinator {
  static let name = "Form"

  let router: Router<FormRoute>
  private var isSent = false

  init(_ router: Router<FormRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .form) }

  func actions(of route: FormRoute) -> [ScreenAction] {
    guard !isSent else { return [] }
    return [
      ScreenAction("Send") { [self] in
        isSent = true
        try router.work { _ in
        } then: { [self] _ in
          try finishFlow()
        }
      }
    ]
  }
}

struct ExplorationTests {
  private struct Offline: Error {}

  private func start(_ app: NavigationFixture) throws {
    try app.engine.register(Start.self) { Start($0) }
    try app.engine.register(Form.self) { Form($0) }
    app.launch(Start.self)
  }

  @Test func `a test can check every state of an application`() throws {
    let summary = try NavigationFixture.explore {
      try start($0)
    } checking: { app in
      app.endWork(of: "Form", with: [.success(()), .failure(Offline())])
      app.always("the home screen exists", .running("Start"))
      app.always("at most one sheet") { $0.modals.count <= 1 }
      app.never("a form without its coordinator", .front("form") && !.running("Form"))
      app.never("a coordinator without its form") { $0.isRunning("Form") && $0.front == "home" }
      app.never("a page", .tab("home"))
      app.reachable("the form", .modals("form"))
      app.fromEverywhere("the home screen", .front("home"))
      app.within(1, "the form can be closed", from: .modals("form"), to: .modals())
    }
    #expect(summary.isExhaustive)
    #expect(summary.properties.map(\.answer) == summary.properties.map { _ in .holds })
    #expect(
      summary.properties.prefix(8).map(\.title) == [
        "always \"the home screen exists\"", "always \"at most one sheet\"",
        "never \"a form without its coordinator\"", "never \"a coordinator without its form\"",
        "never \"a page\"", "reachable \"the form\"", "fromEverywhere \"the home screen\"",
        "within(1) \"the form can be closed\"",
      ])
  }

  @Test func `a violated property fails the test with the shortest path`() throws {
    try withKnownIssue {
      try NavigationFixture.explore {
        try start($0)
      } checking: {
        $0.never("a form", .modals("form"))
      }
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("app.tap(\"Open\")\n  // it holds here")
      }
    }
  }
}
