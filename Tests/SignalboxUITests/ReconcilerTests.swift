import Signalbox
import Testing

@testable import SignalboxUI

@MainActor
struct ReconcilerTests {
  private let application: SampleApplication
  private let host = SimulatedHost()
  private let reconciler: InterfaceReconciler

  private var engine: NavigationEngine { application.engine }

  init() throws {
    application = try SampleApplication()
    reconciler = InterfaceReconciler(application.engine, host: host)
  }

  private func launch(_ type: String = "Main") {
    engine.launch(type)
    host.run()
    _ = host.takeCommands()
  }

  /// Expects that the engine and the interface are idle and equal.
  private func expectSettled(_ location: SourceLocation = #_sourceLocation) {
    #expect(host.run(), sourceLocation: location)
    #expect(reconciler.isSettled, sourceLocation: location)
    #expect(host.shown == engine.interface, sourceLocation: location)
    #expect(engine.waitingCount == 0, sourceLocation: location)
  }

  private var stack: InterfaceTree.Stack? { engine.interface.top?.contents?.frontStack }
  private var top: InterfaceTree.Layer? { engine.interface.top }

  // MARK: - Split views

  @Test func `the detail column of a split view begins above the root`() throws {
    launch("Split")
    #expect(stack?.detail == 1)
    application.main.navigate(to: "b")
    expectSettled()
    #expect(stack?.detail == 1)
    application.main.root("tabs")
    expectSettled()
    let root = try #require(top?.contents?.stacks.first)
    #expect(root.tabs != nil && root.detail == nil)
  }

  @Test func `a split view changes with the commands of a stack`() throws {
    launch("Split")
    let id = try #require(stack?.id)
    application.main.navigate(to: "b")
    application.main.setStack([.route("a"), .route("c")])
    expectSettled()
    #expect(
      host.takeCommands().map(\.summary) == ["setScreens \(id) s1 s2", "setScreens \(id) s1 s3"])
  }

  @Test func `the first screen of an expanded detail column cannot be swiped back`() throws {
    launch("Split")
    let id = try #require(stack?.id)
    application.main.navigate(to: "b")
    expectSettled()
    #expect(reconciler.mayBegin(.swipeBack(id)))
    host.isWide = true
    #expect(!reconciler.mayBegin(.swipeBack(id)))
    application.main.navigate(to: "c")
    expectSettled()
    #expect(reconciler.mayBegin(.swipeBack(id)))
  }

  // MARK: - Commands

  @Test func `the first operation sets the content of the window in one command`() throws {
    engine.launch("Main")
    host.run()
    #expect(host.commands == [.setRoot(engine.interface.layers.first)])
    expectSettled()
  }

  @Test func `creating a reconciler shows an application that is already running`() throws {
    let application = try SampleApplication()
    application.engine.launch("Main")
    let host = SimulatedHost()
    let reconciler = InterfaceReconciler(application.engine, host: host)
    host.run()
    #expect(reconciler.isSettled)
    #expect(host.shown == application.engine.interface)
  }

  @Test func `each operation is one command, and the next command waits for the animation`() throws
  {
    launch()
    let stack = try #require(stack)
    application.main.navigate(to: "b")
    application.main.navigate(to: "c")
    #expect(engine.waitingCount == 2)
    host.run(for: 349)
    #expect(host.commands.count == 1)
    host.run(for: 1)
    #expect(host.commands.count == 2)
    application.main.popToRoot()
    expectSettled()
    let all = host.takeCommands()
    #expect(
      all.map(\.summary) == [
        "setScreens \(stack.id) s1 s2", "setScreens \(stack.id) s1 s2 s3",
        "setScreens \(stack.id) s1",
      ])
    let transitions = all.map { command -> StackTransition? in
      if case .setScreens(_, _, let transition) = command { transition } else { nil }
    }
    #expect(transitions == [.push, .push, .pop])
  }

  @Test func `only visible changes are animated`() throws {
    launch("Tabs")
    let tabs = application.main
    let hidden = try #require(engine.pages(of: tabs.coordinator).first { $0.id == "two" })
    let inner = try #require(engine.pages(of: hidden.coordinator.id).first)
    engine.router(of: inner.coordinator.id).navigate(to: "b")
    expectSettled()
    #expect(host.animated == [false])
    _ = host.takeCommands()
    tabs.select("two")
    engine.router(of: inner.coordinator.id).navigate(to: "c")
    expectSettled()
    #expect(host.animated == [false, true])
  }

  @Test func `content that a dismissal reveals is changed before the dismissal, without animation`()
    throws
  {
    launch()
    application.main.navigate(to: "b")
    application.main.navigate(to: "flow")
    expectSettled()
    _ = host.takeCommands()
    let layer = try #require(top)
    let (router, below) = (application.main, try #require(engine.interface.layers[0].contents))
    router.batch {
      router.dismiss()
      router.popToRoot()
    }
    expectSettled()
    #expect(
      host.commands.map(\.summary) == [
        "setScreens \(below.stacks[0].id) s1", "dismiss \(layer.id)",
      ])
    #expect(host.animated == [false, true])
  }

  @Test func `several layers are dismissed in one command but presented one at a time`() throws {
    launch()
    let router = application.main
    router.batch {
      router.navigate(to: "flow")
      router.navigate(to: "full")
    }
    expectSettled()
    #expect(host.commands.map(\.summary) == ["present L2 sheet", "present L3 fullScreen"])
    _ = host.takeCommands()
    var all = OperationOptions()
    all.switches = .all
    router.dismiss(all)
    expectSettled()
    #expect(host.commands.map(\.summary) == ["dismiss L2"])
  }

  @Test func `selecting a tab, setting a badge and starting a lazy page each take one command`()
    throws
  {
    launch("Tabs")
    let tabs = try #require(top?.contents?.tabBars.first)
    let (bar, lazy) = (tabs.id, try #require(tabs.pages[2].contents?.stacks.first))
    #expect(lazy.screens == [])
    application.main.setBadge(of: "two", to: "3")
    application.main.select("three")
    expectSettled()
    #expect(
      host.commands.map(\.summary) == [
        "setBadge \(bar) two 3", "setScreens \(lazy.id) s4", "select \(bar) three",
      ])
  }

  @Test func `tabs with screens above them are shown as one stack`() throws {
    launch("Root")
    application.main.navigate(to: "b")
    application.main.root("a")
    expectSettled()
    application.main.root("tabs")
    expectSettled()
  }

  @Test func `updating a screen updates its title, also if the update is undone`() throws {
    launch()
    let screen = try #require(engine.front)
    application.main.update(screen, to: ["title": "Old"])
    application.main.update(screen, to: ["title": "New"])
    #expect(host.titles == [screen: "New"])
    engine.undo()
    #expect(host.titles == [screen: "Old"])
    engine.redo()
    #expect(host.titles == [screen: "New"])
    #expect(host.updates == [screen, screen, screen, screen])
    #expect(host.commands == [])
    expectSettled()
  }

  // MARK: - The user

  @Test(arguments: [true, false])
  func `a swipe back is reported in phases, and operations wait until it ends`(isCompleted: Bool)
    throws
  {
    launch()
    application.main.navigate(to: "b")
    expectSettled()
    _ = host.takeCommands()
    let stack = try #require(stack)
    let gesture = InteractiveGesture.swipeBack(stack.id)
    #expect(reconciler.mayBegin(gesture))
    reconciler.handle(.began(gesture))
    reconciler.handle(.moved(gesture, progress: 0.4))
    #expect(engine.swipeProgress == 0.4)
    application.main.navigate(to: "c")
    #expect(engine.waitingCount == 2)
    if isCompleted {
      host.change { $0.apply(.setScreens([stack.screens[0]], of: stack.id, .pop)) }
      reconciler.handle(.completed(gesture))
    } else {
      reconciler.handle(.cancelled(gesture))
    }
    expectSettled()
    #expect(application.screens == [isCompleted ? ["a", "c"] : ["a", "b", "c"]])
    // The pop needs no command, because the gesture has performed it.
    #expect(host.commands.count == 1)
  }

  @Test func `a gesture does not begin if the engine does not allow it`() throws {
    launch()
    application.main.navigate(to: "fixed")
    expectSettled()
    #expect(!reconciler.mayBegin(.swipeBack(try #require(stack?.id))))
    application.main.navigate(to: "flow")
    #expect(!reconciler.mayBegin(.swipeDown(try #require(top?.id))))
    expectSettled()
    #expect(reconciler.mayBegin(.swipeDown(try #require(top?.id))))
    #expect(!reconciler.mayBegin(.swipeDown(engine.interface.layers[0].id)))
    application.allowsDismissal = false
    #expect(!reconciler.mayBegin(.swipeDown(try #require(top?.id))))
  }

  @Test func `a layer that the user pulls away is removed from the engine`() throws {
    launch()
    application.main.navigate(to: "flow")
    expectSettled()
    _ = host.takeCommands()
    let gesture = InteractiveGesture.swipeDown(try #require(top?.id))
    reconciler.handle(.began(gesture))
    host.change { $0.layers.removeLast() }
    reconciler.handle(.completed(gesture))
    expectSettled()
    #expect(application.screens == [["a"]])
    #expect(host.commands == [])
    #expect(engine.events().contains { $0.kind == .layerDidDismiss })
  }

  @Test func `the host is notified when the interfaces are equal, even after a change by the user`()
    throws
  {
    launch()
    application.main.navigate(to: "flow")
    expectSettled()
    let count = host.settledCount
    let layer = try #require(top?.id)
    host.change { $0.layers.removeLast() }
    reconciler.handle(.dismissed(layer, byUser: true))
    expectSettled()
    #expect(host.settledCount > count)
  }

  @Test func `an attempt to pull away a locked layer is reported to the engine`() throws {
    launch()
    application.main.navigate(to: "flow")
    engine.router(of: try #require(engine.topCoordinator)).navigate(to: "locked")
    expectSettled()
    let layer = try #require(top)
    #expect(!layer.isDismissible)
    reconciler.handle(.attemptedDismissal(layer.id))
    expectSettled()
    #expect(engine.events().contains { $0.kind == .layerDismissAttempted })
  }

  @Test func `an attempt to pull a layer away during a transition does not remove it later`() throws
  {
    launch()
    application.main.navigate(to: "flow")
    expectSettled()
    let layer = try #require(top)
    engine.router(of: try #require(engine.topCoordinator)).navigate(to: "b")
    reconciler.handle(.attemptedDismissal(layer.id))
    expectSettled()
    #expect(application.screens == [["a"], ["a", "b"]])
    // The view controller has prevented the dismissal, although the engine would allow it.
    reconciler.handle(.attemptedDismissal(layer.id))
    expectSettled()
    #expect(application.screens == [["a"], ["a", "b"]])
  }

  @Test func `tapping a tab selects it, and tapping the selected tab pops to its root`() throws {
    launch("Tabs")
    let tabs = try #require(top?.contents?.tabBars)
    reconciler.handle(.tappedTab(page: "two", of: tabs[0].id))
    reconciler.handle(.tappedTab(page: "y", of: tabs[1].id))
    expectSettled()
    #expect(engine.interface.tabBar(tabs[1].id)?.selected == "y")
    engine.router(of: try #require(engine.topCoordinator)).navigate(to: "b")
    reconciler.handle(.tappedTab(page: "y", of: tabs[1].id))
    expectSettled()
    #expect(stack?.screens.count == 1)
  }

  @Test func `the engine decides whether the back button pops a screen`() throws {
    launch()
    application.main.navigate(to: "b")
    expectSettled()
    application.interceptsBack = true
    reconciler.handle(.back)
    expectSettled()
    #expect(application.screens == [["a", "b"]])
    application.interceptsBack = false
    reconciler.handle(.back)
    expectSettled()
    #expect(application.screens == [["a"]])
  }

  @Test func `tapping a button of an alert runs its action when the alert has been removed`() throws
  {
    launch()
    var answers: [String] = []
    var options = OperationOptions()
    options.buttons = [AlertButton("Yes") { answers.append("yes") }, AlertButton("No")]
    application.main.navigate(to: "question", [:], options)
    expectSettled()
    let layer = try #require(top?.id)
    host.change { $0.layers.removeLast() }
    reconciler.handle(.tappedButton("Yes", of: layer))
    expectSettled()
    #expect(answers == ["yes"])
    #expect(engine.interface.layers.count == 1)
  }

  // MARK: - Changes that the platform makes by itself

  @Test func `the menu of the back button pops several screens, and the engine follows`() throws {
    launch()
    for screen in ["b", "c", "d"] { application.main.navigate(to: screen) }
    expectSettled()
    _ = host.takeCommands()
    let stack = try #require(stack)
    host.change { $0.apply(.setScreens(Array(stack.screens.prefix(2)), of: stack.id, .pop)) }
    reconciler.handle(.popped(stack.id))
    expectSettled()
    #expect(application.screens == [["a", "b"]])
    #expect(host.commands == [])
  }

  @Test func `a pop that the user makes is reverted if the engine rejects it`() throws {
    launch()
    application.main.navigate(to: "b")
    expectSettled()
    _ = host.takeCommands()
    _ = engine.addGuard { $0.operation == "back" ? .veto("not now") : .allow }
    let stack = try #require(stack)
    host.change { $0.apply(.setScreens([stack.screens[0]], of: stack.id, .pop)) }
    reconciler.handle(.popped(stack.id))
    expectSettled()
    #expect(application.screens == [["a", "b"]])
    #expect(host.commands.count == 1)
  }

  @Test func `a layer that the platform removes is removed from the engine`() throws {
    launch()
    application.main.navigate(to: "full")
    engine.router(of: try #require(engine.topCoordinator)).navigate(to: "flow")
    expectSettled()
    let full = engine.interface.layers[1].id
    host.change { $0.apply(.dismiss(full)) }
    reconciler.handle(.dismissed(full, byUser: false))
    expectSettled()
    #expect(application.screens == [["a"]])
  }

  @Test func `a change that the platform makes during a transition is not reverted and repeated`()
    throws
  {
    launch()
    application.main.navigate(to: "flow")
    expectSettled()
    _ = host.takeCommands()
    let layer = try #require(top?.id)
    application.main.navigate(to: "b")
    application.main.navigate(to: "c")
    host.run(for: 10)
    host.change { $0.layers.removeLast() }
    reconciler.handle(.dismissed(layer, byUser: true))
    expectSettled()
    #expect(application.screens == [["a", "b", "c"]])
    #expect(!host.commands.contains { if case .present = $0 { true } else { false } })
  }

  @Test func `a page that the platform selects is selected in the engine`() throws {
    launch("Tabs")
    let bar = try #require(top?.contents?.tabBars.first?.id)
    host.change { $0.apply(.select(page: "three", of: bar)) }
    reconciler.handle(.selected(page: "three", of: bar))
    expectSettled()
    #expect(engine.interface.tabBar(bar)?.selected == "three")
  }

  // MARK: - Rejected and lost commands

  @Test func `a presentation that the platform rejects once is attempted again`() {
    launch()
    var count = 0
    host.behavior = { _ in
      count += 1
      return count == 1 ? .rejected(after: 0) : .later(350)
    }
    application.main.navigate(to: "flow")
    expectSettled()
    #expect(application.screens == [["a"], ["a"]])
    #expect(application.takeProblems() == [])
  }

  @Test func `a rejected presentation is attempted again after 50 ms, and after another 500 ms`() {
    launch()
    host.behavior = { _ in .rejected(after: 0) }
    application.main.navigate(to: "flow")
    host.run(for: 49)
    #expect(host.commands.count == 1)
    host.run(for: 1)
    #expect(host.commands.count == 2)
    host.run(for: 499)
    #expect(host.commands.count == 2)
    host.behavior = { _ in .later(350) }
    host.run(for: 1)
    #expect(host.commands.count == 3)
    expectSettled()
    #expect(application.screens == [["a"], ["a"]])
    #expect(application.takeProblems() == [])
  }

  @Test func `a presentation that is always rejected is reported and removed from the engine`() {
    launch()
    host.behavior = { if case .present = $0 { .rejected(after: 10) } else { .later(350) } }
    application.main.navigate(to: "flow")
    application.main.navigate(to: "b")
    expectSettled()
    #expect(application.screens == [["a", "b"]])
    #expect(
      application.takeProblems() == [
        "navigate: the stage did not show transition 2: the interface repeatedly rejected "
          + "the command present L2 sheet: another transition is running"
      ])
  }

  @Test func `a stack that cannot be changed is replaced with a new stack`() {
    launch()
    host.behavior = { if case .setScreens = $0 { .rejected(after: 10) } else { .later(350) } }
    application.main.navigate(to: "b")
    expectSettled()
    #expect(application.takeProblems().count == 1)
    #expect(host.commands.last == .setRoot(engine.interface.layers.first))
  }

  @Test
  func `after a platform has rejected all commands, no command is attempted until the next change`()
  {
    launch()
    host.behavior = { _ in .rejected(after: 10) }
    application.main.navigate(to: "b")
    #expect(host.run())
    #expect(engine.waitingCount == 0)
    #expect(host.shown != engine.interface)
    host.behavior = { _ in .later(350) }
    application.main.navigate(to: "c")
    expectSettled()
  }

  @Test(arguments: [true, false])
  func `a command without a completion ends at the time limit`(isShown: Bool) {
    launch()
    var count = 0
    host.behavior = { _ in
      count += 1
      return count > 1 ? .later(350) : isShown ? .unreported : .lost
    }
    reconciler.timeLimit = .seconds(1)
    application.main.navigate(to: "flow")
    application.main.navigate(to: "b")
    host.run(for: 1349)
    #expect(engine.waitingCount == 2)
    expectSettled()
    #expect(
      application.takeProblems() == [
        "the interface did not complete the command present L2 sheet within 1.35 seconds"
      ])
    #expect(host.abandoned.map(\.summary) == ["present L2 sheet"])
  }

  @Test func `a gesture without a reported end is cancelled at the time limit`() throws {
    launch()
    application.main.navigate(to: "b")
    expectSettled()
    let stack = try #require(stack)
    reconciler.handle(.began(.swipeBack(stack.id)))
    host.run(for: 2_000)
    reconciler.handle(.moved(.swipeBack(stack.id), progress: 0.5))
    application.main.navigate(to: "c")
    host.run(for: 2_999)
    #expect(engine.swipeProgress == 0.5)
    host.run(for: 1)
    #expect(engine.swipeProgress == nil)
    expectSettled()
    #expect(application.screens == [["a", "b", "c"]])
    #expect(
      application.takeProblems() == [
        "the end of swipeBack(\(stack.id)) was not reported within 3.0 seconds, so the gesture "
          + "was cancelled"
      ])
    // The gesture ends late. The engine accepts the removal that the gesture has made.
    let now = try #require(self.stack)
    host.change { $0.apply(.setScreens(Array(now.screens.dropLast()), of: stack.id, .pop)) }
    reconciler.handle(.completed(.swipeBack(stack.id)))
    expectSettled()
    #expect(application.screens == [["a", "b"]])
  }

  @Test
  func `a gesture continues while the finger rests, and commands and changes wait for its end`()
    throws
  {
    launch("Tabs")
    engine.router(of: try #require(engine.topCoordinator)).navigate(to: "b")
    expectSettled()
    _ = host.takeCommands()
    let (stack, bar) = (try #require(stack), try #require(top?.contents?.tabBars.first?.id))
    reconciler.handle(.began(.swipeBack(stack.id)))
    host.isInteracting = true
    application.main.navigate(to: "flow")
    host.run(for: 60_000)
    reconciler.handle(.tappedTab(page: "two", of: bar))
    host.change { $0.apply(.select(page: "three", of: bar)) }
    reconciler.handle(.selected(page: "three", of: bar))
    host.run(for: 60_000)
    #expect(engine.swipeProgress == 0)
    #expect(host.commands == [])
    host.isInteracting = false
    reconciler.handle(.cancelled(.swipeBack(stack.id)))
    expectSettled()
    #expect(application.takeProblems() == [])
    #expect(engine.interface.layers.count == 2)
  }

  @Test func `engine and reconciler are released together, and late reports have no effect`() throws
  {
    weak var engine: NavigationEngine?
    weak var released: InterfaceReconciler?
    let host = SimulatedHost()
    var late: InterfaceReconciler?
    do {
      let application = try SampleApplication()
      late = InterfaceReconciler(application.engine, host: host)
      application.engine.launch("Main")
      engine = application.engine
      released = late
    }
    #expect(engine == nil)
    late?.handle(.back)
    late?.handle(.dismissed(LayerID(bits: 5), byUser: true))
    #expect(host.run())
    #expect(late?.isSettled == false)
    late = nil
    #expect(released == nil)
  }
}
