import Signalbox
import Testing

/// Tests tasks that await the output of a flow, on the main actor as in an application.
@MainActor
struct AwaitedFlowTests {
  enum HomeRoute: Route, Codable {
    case home
    case question(String)

    static var samples: [HomeRoute] { [.home, .question("what?")] }
  }

  @MainActor
  final class Home: @MainActor Coordinator {
    let router: Router<HomeRoute>

    init(_ router: Router<HomeRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .home) }

    static func destination(of route: HomeRoute) throws -> RouteDestination {
      if case .question(let text) = route {
        try .coordinator(Question.self, with: text)
      } else {
        .screen
      }
    }

    func ask() async throws -> Int? { try await router.present(Question.self, with: "how many?") }
  }

  enum QuestionRoute: Route, CaseIterable, Codable { case ask }

  @MainActor
  final class Question: @MainActor Coordinator {
    typealias Input = String
    typealias Output = Int

    let router: Router<QuestionRoute>
    let text: String

    init(_ router: Router<QuestionRoute>, _ text: String) {
      (self.router, self.text) = (router, text)
    }

    func start() throws { try router.startFlow(at: .ask) }
  }

  /// A flow whose end has no value.
  @MainActor
  final class Notice: @MainActor Coordinator {
    let router: Router<QuestionRoute>

    init(_ router: Router<QuestionRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .ask) }
  }

  @MainActor
  private final class Application {
    var engine: NavigationEngine?
    private(set) var home: Home

    init() throws {
      let engine = NavigationEngine()
      try engine.register(Home.self) { Home($0) }
      try engine.register(Question.self) { Question($0, $1) }
      try engine.register(Notice.self) { Notice($0) }
      try engine.launch(Home.self)
      self.engine = engine
      home = try #require(engine.main.flatMap { engine.coordinator($0) })
    }

    var question: Question? { engine?.topCoordinator.flatMap { engine?.coordinator($0) } }
  }

  /// Presents a question, waits until it is shown, and ends it.
  private func ask(
    _ application: Application, end: (Application, Task<Int?, any Error>) throws -> Void
  ) async throws -> Int? {
    let home = application.home
    let task = Task { try await home.ask() }
    while application.question == nil, application.engine?.isReady == true { await Task.yield() }
    try end(application, task)
    return try await task.value
  }

  @Test func `awaiting a flow returns its output`() async throws {
    let answer = try await ask(Application()) { application, _ in
      #expect(application.question?.text == "how many?")
      try application.question?.finishFlow(with: 7)
    }
    #expect(answer == 7)
  }

  @Test func `only a route that leads to a coordinator can be awaited`() async throws {
    let application = try Application()
    let router = application.home.router
    let task = Task { try await router.present(.question("why?"), returning: Question.self) }
    while application.question == nil { await Task.yield() }
    #expect(application.question?.text == "why?")
    try application.question?.finishFlow(with: 8)
    #expect(try await task.value == 8)

    let error = await #expect(throws: NavigationError.self) {
      try await router.present(.home, returning: Question.self)
    }
    #expect(
      error?.description
        == "badArgument: present: route \"home\" leads to a screen, expected Question; "
        + "pass the type that Home.destination(of:) returns")
  }

  @Test func `awaiting a flow that the user swipes away returns nil`() async throws {
    let answer = try await ask(Application()) { application, _ in
      application.engine?.perform("swipeDown")
    }
    #expect(answer == nil)
  }

  @Test func `awaiting a flow whose parent is restarted returns nil`() async throws {
    let answer = try await ask(Application()) { application, _ in
      try application.home.router.restartApp()
    }
    #expect(answer == nil)
  }

  /// The ways in which a flow without a value can end.
  enum NoticeEnd: CaseIterable {
    case ownFinish, finishOfMain, removal, swipe
  }

  @Test(arguments: NoticeEnd.allCases)
  func `awaiting a flow without a value tells its completion from its removal`(
    _ end: NoticeEnd
  ) async throws {
    let application = try Application()
    let (router, engine) = (application.home.router, try #require(application.engine))
    let task = Task { try await router.present(Notice.self) != nil }
    while engine.coordinators(ofType: "Notice").isEmpty { await Task.yield() }
    let notice = engine.coordinators(ofType: "Notice")[0]
    switch end {
    case .ownFinish: engine.router(of: notice).finishFlow()
    case .finishOfMain: try application.home.finishFlow()
    case .removal: router.untyped.removeDependency(notice)
    case .swipe: engine.perform("swipeDown")
    }
    #expect(engine.coordinators(ofType: "Notice") == [])
    #expect(try await task.value == (end == .ownFinish))
  }

  @Test func `a cancelled task stops waiting for its flow, and the flow continues`() async throws {
    let application = try Application()
    await #expect(throws: CancellationError.self) {
      try await ask(application) { _, task in task.cancel() }
    }
    #expect(application.question != nil)
  }

  @Test func `awaiting a flow that an undo removes throws an error, and a redo shows the flow`()
    async throws
  {
    let application = try Application()
    application.engine?.keepsFinished = true
    let error = await #expect(throws: NavigationError.self) {
      try await ask(application) { application, _ in
        application.engine?.undo()
        #expect(application.question == nil)
      }
    }
    #expect(error?.code == .stale)
    application.engine?.redo()
    try application.question?.finishFlow(with: 7)
    #expect(application.engine?.coordinators(ofType: "Question") == [])
  }

  @Test func `awaiting a flow throws an error when its engine is released`() async throws {
    let error = await #expect(throws: NavigationError.self) {
      try await ask(Application()) { application, _ in application.engine = nil }
    }
    #expect(error?.code == .stale)
  }

  @Test func `awaiting a flow whose navigation is rejected throws the rejection`() async throws {
    let application = try Application()
    _ = application.engine?.addGuard { _ in .veto("not now") }
    let error = await #expect(throws: NavigationError.self) { try await application.home.ask() }
    #expect(error?.code == .vetoed)
    #expect(application.engine?.coordinators(ofType: "Question") == [])
  }

  @Test func `an awaited flow is replayed from its recording`() async throws {
    let application = try Application()
    let engine = try #require(application.engine)
    var lines: [String] = []
    try engine.record { lines.append($0) }
    _ = try await ask(application) { application, _ in
      try application.question?.finishFlow(with: 7)
    }
    engine.stopRecording()
    let again = try #require(Application().engine)
    let report = try SessionReplay(lines).run(on: again)
    #expect(report.divergence == nil)
    #expect(report.stepCount == 2)
    #expect(again.tree == engine.tree)
  }
}
