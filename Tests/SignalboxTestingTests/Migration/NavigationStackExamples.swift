import Signalbox
import SignalboxTesting
import Testing

/// The Swift code in `docs/how-to/migrate-from-navigation-stack.md`.
///
/// `SwiftExampleTests` finds it in this file.
enum NavigationStackExamples {
  enum FeedRoute: Route, Codable {
    case list
    case post(id: Int)
    case compose

    static var samples: [FeedRoute] { [.list, .post(id: 1), .compose] }
    var style: TransitionStyle { if case .compose = self { .sheet } else { .automatic } }
  }

  final class Feed: Coordinator {
    let router: Router<FeedRoute>

    init(_ router: Router<FeedRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .list) }

    func showPost(_ id: Int) throws {
      try router.dismissAll()
      try router.forcePresentation()
      try router.setStack([.list, .post(id: id)])
    }

    func actions(of route: FeedRoute) -> [ScreenAction] {
      switch route {
      case .list: [ScreenAction("Compose") { [self] in try router.navigate(to: .compose) }]
      case .compose: [ScreenAction("Send") { [self] in try router.dismiss() }]
      case .post: []
      }
    }
  }

  enum ProfileRoute: Route, CaseIterable, Codable { case profile }

  final class Profile: Coordinator {
    let router: Router<ProfileRoute>

    init(_ router: Router<ProfileRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .profile) }
  }

  final class Main: Coordinator {
    let router: Router<NoRoutes>

    init(_ router: Router<NoRoutes>) { self.router = router }

    static func configure(_ type: inout CoordinatorType) {
      type.pages = [
        PageDefinition("feed", Feed.self, title: "Feed"),
        PageDefinition("me", Profile.self, title: "Me"),
      ]
    }
  }

  enum FeedApp {
    static func register(in engine: NavigationEngine) throws {
      try engine.register(Feed.self) { Feed($0) }
      try engine.register(Profile.self) { Profile($0) }
      try engine.register(Main.self) { Main($0) }
      try engine.validate()
      _ = try engine.registry.addLink("feed://post/:id") { [unowned engine] link in
        guard let id = engine.coordinators(ofType: Feed.name).first,
          let feed = engine.coordinator(id, as: Feed.self),
          case .integer(let post)? = link.arguments["id"]
        else { return .unhandled }
        try feed.showPost(post)
        return .handled
      }
    }
  }

  @Suite struct FeedTests {
    private func feed() throws -> NavigationFixture {
      let app = try NavigationFixture { try FeedApp.register(in: $0.engine) }
      app.launch("Main")
      return app
    }

    @Test func `a notification shows its post while another one is composed`() throws {
      let app = try feed()
      app.tap("Compose")
      app.open("feed://post/7")
      app.expectFront(.screen("post", ["id": 7]))
      app.expectModals()
      app.expectNoLeaks()
    }

    @Test func `a notification shows its post while the other tab is selected`() throws {
      let app = try feed()
      app.tapTab("me")
      app.open("feed://post/7")
      app.expectTab("feed")
      app.expectFront(.screen("post", ["id": 7]))
    }
  }

  final class FeedModel {
    private(set) var path: [String] = []
    private(set) var sheet: String?
    private let engine: NavigationEngine
    private let feed: CoordinatorID

    init(_ engine: NavigationEngine, feed: CoordinatorID) {
      self.engine = engine
      self.feed = feed
      update()
    }

    func update() {
      path = engine.stack(of: feed).dropFirst().map(\.name)
      sheet = engine.layers.count > 1 ? engine.front.flatMap(engine.node(of:))?.name : nil
    }

    func userDidGoBack() {
      engine.perform("back")
      update()
    }
  }

  @Suite struct FeedModelTests {
    @Test func `the model shows the state of the engine`() throws {
      let app = try NavigationFixture { try FeedApp.register(in: $0.engine) }
      app.launch("Main")
      let feed = try #require(app.router(of: "Feed")).coordinator
      let model = FeedModel(app.engine, feed: feed)
      app.open("feed://post/7")
      model.update()
      #expect(model.path == ["post"])
      model.userDidGoBack()
      #expect(model.path == [])
      app.expectStack("list")
    }
  }
}
