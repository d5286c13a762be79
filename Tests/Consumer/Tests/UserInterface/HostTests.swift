import Signalbox
import SignalboxUI
import Testing

/// A platform that shows only the interface as a whole, and whose transitions the user can hold.
private final class SplitConsole: InterfaceHost {
  private(set) var shown = InterfaceTree()
  private(set) var updates: [ScreenID] = []
  private(set) var abandoned: [InterfaceCommand] = []
  var isWide = true
  /// Whether the user holds the transition.
  var isHeld = false
  let loop = Loop()
  private unowned let engine: NavigationEngine

  init(_ engine: NavigationEngine) { self.engine = engine }

  func perform(
    _ command: InterfaceCommand, isAnimated: Bool,
    completion: @escaping @MainActor (CommandResult) -> Void
  ) {
    guard !isHeld else { return }
    shown = engine.interface
    completion(.shown)
  }

  func abandon(_ command: InterfaceCommand) { abandoned.append(command) }
  func isInteractive(_ command: InterfaceCommand) -> Bool { isHeld }
  func isExpanded(_ stack: StackID) -> Bool { isWide }
  func showUpdate(of screen: ScreenID) { updates.append(screen) }
  func setTitle(_ title: String, of screen: ScreenID) {}
  func isActive(_ gesture: InteractiveGesture) -> Bool { false }
  func didSettle() {}

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    loop.schedule(after: delay, action)
  }
}

struct HostTests {
  private let engine = NavigationEngine()
  private let host: SplitConsole
  private let reconciler: InterfaceReconciler
  private let notes: Notes

  init() throws {
    host = SplitConsole(engine)
    reconciler = InterfaceReconciler(engine, host: host)
    notes = try engine.launchNotes()
  }

  private var stack: StackID {
    get throws { try #require(engine.interface.top?.contents?.frontStack?.id) }
  }

  @Test func `the width of a split view determines whether the user can swipe back`() throws {
    let swipe = try InteractiveGesture.swipeBack(stack)
    #expect(!reconciler.mayBegin(swipe))
    try notes.router.navigate(to: .note(id: 1))
    #expect(!reconciler.mayBegin(swipe))
    host.isWide = false
    #expect(reconciler.mayBegin(swipe))
  }

  @Test func `a host shows the new arguments of a screen`() throws {
    try notes.router.navigate(to: .note(id: 1))
    let screen = try #require(engine.front)
    try notes.router.update(screen, to: .note(id: 2))
    #expect(host.updates == [screen])
  }

  @Test func `a command is abandoned only if no gesture drives its transition`() throws {
    host.isHeld = true
    try notes.router.navigate(to: .note(id: 1))
    host.loop.run(for: .seconds(60))
    #expect(host.abandoned == [])
    host.isHeld = false
    host.loop.run(for: .seconds(5))
    #expect(host.abandoned.count == 1)
    #expect(host.shown == engine.interface)
  }

  @Test func `a host without split views, interactive pushes and updates uses the defaults`() throws
  {
    let console = Console()
    #expect(!console.isExpanded(try stack))
    #expect(!console.isInteractive(.dismiss(.empty)))
    console.showUpdate(of: try #require(engine.front))
    #expect(console.shown == InterfaceTree())
  }
}
