import Signalbox
import SignalboxTesting
import Testing

@testable import ALCoordinator
@testable import ActiveLink
@testable import ApplicationCoordinator
@testable import Steps
@testable import Stinsen

@Suite struct CoordinatorTests {
  // MARK: - ALCoordinator

  private func alCoordinator() throws -> NavigationFixture {
    let app = try NavigationFixture { try ALCoordinatorApp.register(in: $0.engine) }
    app.launch("Main")
    return app
  }

  @Test func `the onboarding leads to the settings of the tabs`() throws {
    let app = try alCoordinator()
    app.expectTree(
      """
      Main  splash
      └─ ⤒ Onboarding  fullScreen  firstStep      ← front
      """)
    app.tap("Next")
    app.tap("Start")
    app.expectStack("settings")
    app.tap("About")
    app.tapTab("marketplace")
    app.tap("Open item")
    app.expectStack("marketplace", .screen("item", ["id": 42]))
    app.tapTab("settings")
    app.expectStack("settings", "about")
  }

  @Test func `a message is shown above everything, and restarting removes all screens`() throws {
    let app = try alCoordinator()
    app.open("al://message/7")
    app.expectStack(.screen("message", ["id": 7]))
    app.tap("Close")
    app.expectStack("firstStep")
    app.tap("Next")
    app.tap("Start")
    app.tap("Restart")
    app.expectStack("firstStep")
    app.expectNoLeaks()
  }

  // MARK: - Steps

  @Test func `a step carries the steps of a child`() throws {
    var calls: [String] = []
    let app = try NavigationFixture {
      try StepsApp.register(in: $0.engine) { calls.append($0) }
    }
    app.launch("App")
    app.tap("Call")
    #expect(calls == ["112"])
    app.tap("Tour")
    app.expectStack("about", "terms", "authors")
    app.tap("Done")
    app.expectStack("home", "first", "first")
    app.expectNoLeaks()
  }

  @Test func `closing about does not show another screen`() throws {
    let app = try NavigationFixture { try StepsApp.register(in: $0.engine) { _ in } }
    app.launch("App")
    app.tap("About")
    app.tap("Close")
    app.expectStack("home")
  }

  // MARK: - Active link

  @Test func `a newer link replaces the active one, and a late dismissal keeps it`() throws {
    let app = try NavigationFixture { try ActiveLinkApp.register(in: $0.engine) }
    app.launch("Content")
    app.tap("Sheet view")
    let content: Content = try #require(app.engine.main.flatMap { app.engine.coordinator($0) })
    #expect(content.activeLink == .sheet(item: "Sheet param"))
    try content.activate(.third)
    app.expectStack("content", "third")
    #expect(content.activeLink == .third)
    app.back()
    #expect(content.activeLink == nil)
    app.tap("First view >")
    app.expectStack("content", .screen("first", ["text": "Some param"]))
    #expect(content.activeLink == .first(text: "Some param"))
  }

  @Test func `a link whose navigation is rejected is not active`() throws {
    let app = try NavigationFixture { try ActiveLinkApp.register(in: $0.engine) }
    app.launch("Content")
    let content: Content = try #require(app.engine.main.flatMap { app.engine.coordinator($0) })
    _ = app.engine.addGuard { $0.operation == "batch" ? .veto("closed") : .allow }
    app.expectRejection(.vetoed) { $0.tap("Third view >") }
    #expect(content.activeLink == nil)
    app.expectStack("content")
  }

  // MARK: - Application coordinator

  private func application(_ session: Session = Session()) throws -> NavigationFixture {
    let app = try NavigationFixture {
      try ApplicationCoordinatorApp.register(in: $0.engine, session: session)
    }
    app.launch("ApplicationCoordinator")
    return app
  }

  @Test func `signing up requires the terms, then the onboarding and the items are shown`() throws {
    let app = try application()
    app.tap("Sign up")
    app.tap("Create account")
    app.expectStack("login", "signUp")
    app.tap("Terms")
    app.tap("Agree")
    app.back()
    app.tap("Create account")
    app.expectStack("onboarding")
    app.tap("Finish")
    app.expectStack("list")
    app.expectNoLeaks()
  }

  @Test func `a created item is shown, and a hidden form changes nothing`() throws {
    let app = try application(Session(isAuthorized: true, tutorialWasShown: true))
    app.tap("Add")
    app.tap("Hide")
    app.expectStack("list")
    app.tap("Add")
    app.tap("Create")
    app.expectStack("list", .screen("detail", ["id": 10]))
  }

  @Test func `links lead to an item from another tab, and logging out leads to the login`() throws {
    let app = try application(Session(isAuthorized: true, tutorialWasShown: true))
    app.tapTab("settings")
    app.open("app://items/3")
    app.expectStack("list", .screen("detail", ["id": 3]))
    app.open("app://settings")
    app.expectStack("settings")
    app.tap("Log out")
    app.expectStack("login")
    app.open("app://terms")
    app.expectStack("login", "terms")
    app.expectNoLeaks()
  }

  // MARK: - Stinsen

  @Test func `the login waits for the server, and the user decides the root`() throws {
    let app = try NavigationFixture {
      try StinsenApp.register(in: $0.engine, Authentication(), TodosStore())
    }
    app.launch("Main")
    app.tap("Register")
    app.tap("Next step")
    app.expectStack("start", .screen("password", ["username": "new"]))
    app.tap("Register")
    app.advance(by: .seconds(1))
    app.expectTree(
      """
      Main
      └─ ⌂ Unauthenticated  root  start      ← front
      """)
    app.tap("Login")
    app.expectTree(
      """
      Main
      └─ ⌂ Unauthenticated  root  start      ← front
      """)
    app.advance(by: .seconds(1))
    app.expectTree(
      """
      Main
      └─ ⌂ Authenticated  root  tabs
         ├─ ● home :house:  Home  start      ← front
         ├─ ○ todos :folder:  Todos  start
         ├─ ○ profile :person:  Profile  start
         └─ ○ testbed :bed.double:  Testbed  start
      """)
    app.tapTab("profile")
    app.tap("Logout")
    app.expectTree(
      """
      Main
      └─ ⌂ Unauthenticated  root  start      ← front
      """)
    app.expectNoLeaks()
  }

  @Test func `a link to a todo selects its tab, and another link changes nothing`() throws {
    let app = try NavigationFixture {
      try StinsenApp.register(in: $0.engine, Authentication(user: "user"), TodosStore())
    }
    app.launch("Main")
    app.tapTab("todos")
    app.tap("Add")
    app.tap("Create")
    app.tapTab("profile")
    let before = app.engine.tree
    app.open("stinsenapp://todo/butter")
    #expect(app.engine.tree == before)
    app.open("stinsenapp://todo/milk")
    app.expectStack("start", .screen("todo", ["name": "Milk"]))
    app.tap("Favorite")
    app.tapTab("home")
    app.tap("Milk")
    app.expectTree(
      """
      Main
      └─ ⌂ Authenticated  root  tabs
         ├─ ○ home :house:  Home  start
         ├─ ● todos :folder:  Todos  start ▸ todo { name = "Milk" }      ← front
         ├─ ○ profile :person:  Profile  start
         └─ ○ testbed :bed.double:  Testbed  start
      """)
  }

  @Test func `the testbed counts its screens and coordinators`() throws {
    let app = try NavigationFixture {
      try StinsenApp.register(in: $0.engine, Authentication(user: "user"), TodosStore())
    }
    app.launch("Main")
    app.tapTab("testbed")
    app.tap("Push coordinator")
    app.tap("Modal coordinator")
    app.tap("Push screen")
    app.expectTree(
      """
      Main
      └─ ⌂ Authenticated  root  tabs
         ├─ ○ home :house:  Home  start
         ├─ ○ todos :folder:  Todos  start
         ├─ ○ profile :person:  Profile  start
         └─ ● testbed :bed.double:  Testbed  start
            └─ ▸ Testbed  pushed  start
               └─ ⤒ Testbed  sheet  start ▸ pushScreen { number = 3 }      ← front
      """)
    app.tap("Dismiss coordinator")
    app.tap("Dismiss coordinator")
    app.expectTree(
      """
      Main
      └─ ⌂ Authenticated  root  tabs
         ├─ ○ home :house:  Home  start
         ├─ ○ todos :folder:  Todos  start
         ├─ ○ profile :person:  Profile  start
         └─ ● testbed :bed.double:  Testbed  start      ← front
      """)
    app.expectNoLeaks()
  }
}
