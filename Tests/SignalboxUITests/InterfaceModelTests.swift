// The model requires macOS 14, but a suite cannot require a newer system than its package.
#if !os(macOS)
  import Observation
  import SeededRandom
  import Signalbox
  import Testing

  @testable import SignalboxUI

  @MainActor
  struct InterfaceModelTests {
    private let application: SampleApplication
    private let loop: TestLoop
    private let model: InterfaceModel
    private let views: SimulatedViews

    private var engine: NavigationEngine { application.engine }

    init() throws {
      let loop = TestLoop()
      application = try SampleApplication()
      model = InterfaceModel(application.engine) { loop.schedule(after: $0, $1) }
      views = SimulatedViews(model, loop)
      self.loop = loop
    }

    private func expectSettled(_ location: SourceLocation = #_sourceLocation) {
      #expect(loop.run(), sourceLocation: location)
      #expect(model.reconciler?.isSettled == true, sourceLocation: location)
      #expect(views.shown == engine.interface.layers.map(\.id), sourceLocation: location)
      #expect(engine.waitingCount == 0, sourceLocation: location)
    }

    private func launch(_ type: String) {
      engine.launch(type)
      expectSettled()
    }

    private func stack(_ contents: ContentsModel?) throws -> StackModel {
      guard case .stack(let stack)? = contents else { throw Missing() }
      return stack
    }

    private func tabs(_ contents: ContentsModel?) throws -> TabsModel {
      guard case .tabs(let tabs)? = contents else { throw Missing() }
      return tabs
    }

    private struct Missing: Error {}

    @Test
    func
      `the model of a stack has a root and a path, and a shorter path means that the user goes back`()
      throws
    {
      launch("Main")
      for screen in ["b", "c", "d"] { application.main.navigate(to: screen) }
      expectSettled()
      let stack = try stack(model.root?.contents)
      #expect(stack.path.map { $0.screen?.name } == ["b", "c", "d"])
      #expect(stack.root == .screen(stack.root.flatMap(screen) ?? stack.path[0]))
      stack.path.removeLast()
      expectSettled()
      #expect(engine.events().last { $0.kind == .operationBegan }?.call?.name == "back")
      stack.path.removeAll()
      expectSettled()
      #expect(application.screens == [["a"]])
      #expect(stack.path == [])
    }

    private func screen(_ contents: ContentsModel) -> ScreenModel? {
      if case .screen(let screen) = contents { screen } else { nil }
    }

    @Test func `a path that the engine rejects is reverted`() throws {
      launch("Main")
      application.main.navigate(to: "b")
      expectSettled()
      application.interceptsBack = true
      let stack = try stack(model.root?.contents)
      let path = stack.path
      stack.path = []
      expectSettled()
      #expect(stack.path == path)
    }

    @Test func `setting a path with other screens has no effect and is reported`() throws {
      launch("Main")
      application.main.navigate(to: "b")
      expectSettled()
      let stack = try stack(model.root?.contents)
      stack.path += stack.path
      expectSettled()
      #expect(stack.path.count == 1)
      #expect(
        application.takeProblems() == [
          "a view set the path of stack \(stack.id) to a path that is not a prefix of the current path; "
            + "use the router of a coordinator to push"
        ])
    }

    @Test func `setting a presented layer to nil means that the user has swiped it down`() throws {
      launch("Main")
      application.main.navigate(to: "flow")
      expectSettled()
      let presented = try #require(model.root?.presented)
      #expect(presented.style == "sheet" && presented.isDismissible)
      views.pull()
      // Some versions of SwiftUI set the binding twice.
      model.root?.presented = nil
      expectSettled()
      #expect(application.screens == [["a"]])
      #expect(engine.events().contains { $0.kind == .layerDidDismiss })
    }

    @Test func `a layer that the user dismisses but the engine keeps is presented again`() throws {
      launch("Main")
      application.main.navigate(to: "flow")
      expectSettled()
      application.allowsDismissal = false
      let id = model.root?.presented?.id
      views.pull()
      expectSettled()
      #expect(model.root?.presented?.id == id)
    }

    @Test func `changing the selected tab is a tap on a tab`() throws {
      launch("Tabs")
      let tabs = try tabs(model.root?.contents)
      #expect(tabs.pages.map(\.title) == ["One", "two", "three"])
      #expect(tabs.pages.map(\.icon) == ["house", "", ""])
      tabs.selection = "three"
      expectSettled()
      #expect(tabs.selection == "three")
      tabs.selection = "nowhere"
      application.main.setBadge(of: "two", to: "5")
      expectSettled()
      #expect(tabs.selection == "three")
      #expect(tabs.pages.map(\.badge) == [nil, "5", nil])
      let page = try stack(tabs.pages[2].contents)
      engine.router(of: try #require(engine.topCoordinator)).navigate(to: "b")
      expectSettled()
      #expect(page.path.count == 1)
      tabs.selection = "three"
      expectSettled()
      #expect(page.path.count == 0)
    }

    @Test func `an alert has buttons, and tapping one removes the alert and runs its action`()
      throws
    {
      launch("Main")
      var answer = ""
      var options = OperationOptions()
      options.buttons = [AlertButton("Yes") { answer = "yes" }, AlertButton("No")]
      application.main.navigate(to: "question", [:], options)
      expectSettled()
      let alert = try #require(model.root?.presented)
      #expect(alert.buttons.map(\.title) == ["Yes", "No"])
      alert.tap("Yes")
      expectSettled()
      #expect(answer == "yes")
      #expect(model.root?.presented == nil)
    }

    @available(macOS 14.0, *)
    @Test func `titles of screens are observable`() throws {
      launch("Main")
      let stack = try stack(model.root?.contents)
      let screen = try #require(stack.root.flatMap(screen))
      let changes = Changes()
      withObservationTracking {
        _ = screen.title
      } onChange: {
        changes.note()
      }
      application.main.update(screen.id, to: ["title": "New"])
      #expect(screen.title == "New")
      #expect(changes.count == 1)
      #expect(screen.coordinator(SampleCoordinator.self) != nil)
    }

    @available(macOS 14.0, *)
    @Test func `the arguments and the coordinator of an updated screen are observable`() throws {
      launch("Main")
      let stack = try stack(model.root?.contents)
      let screen = try #require(stack.root.flatMap(screen))
      let changes = Changes()
      func observe(_ read: @escaping () -> Void) {
        withObservationTracking(read) { changes.note() }
      }
      observe { _ = screen.screen?.arguments }
      observe { _ = screen.coordinator(SampleCoordinator.self) }
      application.main.update(screen.id, to: ["id": 7])
      #expect(changes.count == 2)
      #expect(screen.screen?.arguments == ["id": 7])
      observe { _ = screen.screen?.arguments }
      application.engine.undo()
      #expect(changes.count == 3)
      #expect(screen.screen?.arguments == [:])
    }

    private final class Changes: Sendable {
      // The closure is declared without isolation, but is called in the test's isolation.
      nonisolated(unsafe) private(set) var count = 0
      func note() { count += 1 }
    }

    @Test func `a presentation that SwiftUI ignores is attempted again`() {
      launch("Main")
      var delays: [Int?] = [nil]
      views.delay = { delays.popLast() ?? 350 }
      application.main.navigate(to: "flow")
      loop.run(for: 3_349)
      #expect(views.shown.count == 1)
      expectSettled()
      #expect(application.screens == [["a"], ["a"]])
      #expect(
        application.takeProblems() == [
          "the interface did not complete the command present L2 sheet within 3.35 seconds"
        ])
    }

    @Test func `a presentation that SwiftUI ignores twice is removed from the engine`() {
      launch("Main")
      views.delay = { nil }
      application.main.navigate(to: "flow")
      expectSettled()
      #expect(application.screens == [["a"]])
      #expect(application.takeProblems().count == 3)
      #expect(model.root?.presented == nil)
      views.delay = { 350 }
      application.main.navigate(to: "cover")
      expectSettled()
      #expect(application.screens == [["a"], ["cover"]])
      #expect(application.takeProblems() == [])
    }

    @Test func `after random sequences, model, views and engine are equal`() throws {
      for seed in 1...UInt64(max(1, sequenceCount / 3)) {
        let application = try SampleApplication()
        let views = RandomModelViews(seed: seed, application)
        var sequence = RandomSequence(seed: seed, application, views)
        if let failure = sequence.run() {
          Issue.record("seed \(seed): \(failure)")
          return
        }
      }
    }
  }

  /// The views of a model, with simulated user input.
  @MainActor
  private final class RandomModelViews: RandomSubject {
    let loop = TestLoop()
    private let model: InterfaceModel
    private let views: SimulatedViews
    private let faults: RandomFaults

    init(seed: UInt64, _ application: SampleApplication) {
      let (loop, faults) = (loop, RandomFaults(seed: seed, maxCount: 2))
      self.faults = faults
      model = InterfaceModel(application.engine) { loop.schedule(after: $0, $1) }
      views = SimulatedViews(model, loop)
      views.delay = { faults.happens() ? nil : faults.duration(below: 500) }
    }

    var hasFaults: Bool {
      get { faults.isOn }
      set { faults.isOn = newValue }
    }
    var isSettled: Bool { model.reconciler?.isSettled == true }
    // SwiftUI presents nothing above an alert.
    var canPresent: Bool { model.shown.top?.isDialog != true }

    func lift(_ random: inout SeededGenerator) {}

    func difference(from interface: InterfaceTree) -> String? {
      if views.shown != interface.layers.map(\.id) {
        return "views \(views.shown), expected \(interface.layers.map(\.id))"
      }
      let shown = views.layers.map(paths)
      let expected = interface.layers.map(paths)
      let texts = views.layers.map { $0.fields }
      if texts != interface.layers.map(\.fields) { return "texts \(texts)" }
      return shown == expected ? nil : "paths \(shown), expected \(expected)"
    }

    private func paths(_ layer: LayerModel) -> [ScreenID] { contents(layer.contents) }

    private func contents(_ contents: ContentsModel?) -> [ScreenID] {
      switch contents {
      case nil: []
      case .screen(let screen): [screen.id]
      case .stack(let stack): self.contents(stack.root) + stack.path.map(\.id)
      case .tabs(let tabs): tabs.pages.flatMap { self.contents($0.contents) }
      }
    }

    private func paths(_ layer: InterfaceTree.Layer) -> [ScreenID] { layer.contents?.screens ?? [] }

    /// Performs a random change that a binding would make.
    func touch(_ random: inout SeededGenerator) -> String {
      guard let top = views.layers.last else { return "nothing" }
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        guard views.layers.count > 1, top.isDismissible else { return "no layer" }
        views.pull()
        return "pull"
      case 1:
        guard let button = top.buttons.first else {
          return "no alert"
        }
        if let field = top.fields.randomElement(using: &random), Bool.random(using: &random) {
          top[text: field.name] = "\(Int.random(in: 0..<3, using: &random))"
          return "enter \(top[text: field.name])"
        }
        top.tap(button.title)
        return "tap \(button.title)"
      default: return touch(top.contents, &random)
      }
    }

    private func touch(
      _ contents: ContentsModel?, _ random: inout SeededGenerator
    ) -> String {
      switch contents {
      case nil, .screen: return "a screen"
      case .stack(let stack):
        if stack.path.isEmpty || Int.random(in: 0..<3, using: &random) == 0 {
          return touch(stack.root, &random)
        }
        stack.path = Array(stack.path.prefix(Int.random(in: 0...stack.path.count, using: &random)))
        return "path \(stack.id) \(stack.path.count)"
      case .tabs(let tabs):
        let page = tabs.pages.randomElement(using: &random)
        if Bool.random(using: &random),
          let shown = tabs.pages.first(where: { $0.id == tabs.selection })
        {
          return touch(shown.contents, &random)
        }
        tabs.selection = page?.id
        return "select \(page?.id ?? "nothing")"
      }
    }
  }
#endif
