import Notes
import Stage1
import Stage2
import Stage3
import Testing
import UIKit

@testable import NotesUIKitApp

/// Tests the same taps in all three stages with UIKit. On Linux, the stand-in for UIKit runs its
/// animations on this loop.
@Suite(.serialized)
struct UIKitTests {
  private let store = NoteStore()
  private let window = UIWindow()
  private let loop = Loop()

  init() {
    Platform.reset()
    let loop = loop
    Platform.schedule = { loop.schedule(after: .milliseconds($0), $1) }
  }

  /// Returns the first view controller of a type that a stage shows.
  private func find<Controller: UIViewController>(_ type: Controller.Type) throws -> Controller {
    var next = window.rootViewController
    var found: Controller?
    while let controller = next {
      found = Self.front(of: controller) as? Controller ?? found
      next = controller.presentedViewController
    }
    return try #require(found)
  }

  private static func front(of controller: UIViewController) -> UIViewController {
    if let stack = controller as? UINavigationController, let top = stack.viewControllers.last {
      return front(of: top)
    }
    return controller.children.last.map(front) ?? controller
  }

  private func alert() throws -> UIAlertController {
    var top = window.rootViewController
    while let above = top?.presentedViewController { top = above }
    return try #require(top as? UIAlertController)
  }

  private func playRename() throws {
    try find(ListController.self).onSelect(1)
    loop.run()
    try find(NoteController.self).onRename()
    loop.run()
    let alert = try alert()
    #expect(alert.message == "Choose a short name.")
    #expect(alert.actions.map(\.style) == [.default, .destructive, .cancel])
    #expect(alert.textFields?.map(\.text) == ["Shopping"])
    alert.textFields?.first?.userEnters("Groceries")
    alert.userTaps("Save")
    loop.run()
    #expect(store.notes.map(\.title) == ["Groceries", "Ideas"])
    #expect(try find(NoteController.self).navigationItem.title == "Groceries")
  }

  private func playExport() throws {
    try find(NoteController.self).onExport()
    loop.run()
    try find(FormatController.self).onSelect(.markdown)
    loop.run()
    try find(ConfirmationController.self).onConfirm()
    loop.run()
    #expect(store.exports == ["Groceries as markdown"])
    #expect(window.rootViewController?.presentedViewController == nil)
  }

  @Test func `stage 1 renames and exports a note`() throws {
    let notes = Stage1.NotesCoordinator(store)
    window.rootViewController = notes.navigation
    notes.start()
    try playRename()
    try playExport()
  }

  @Test func `stage 2 renames and exports a note`() throws {
    let app = try Stage2.UIKitNotes(store, in: window, now: { [loop] in .milliseconds(loop.now) }) {
      [loop] in loop.schedule(after: $0, $1)
    }
    loop.run()
    try playRename()
    try playExport()
    #expect(app.engine.waitingCount == 0)
  }

  @Test func `stage 3 renames and exports a note`() throws {
    let app = try Stage3.UIKitNotes(store, in: window, now: { [loop] in .milliseconds(loop.now) }) {
      [loop] in loop.schedule(after: $0, $1)
    }
    loop.run()
    try playRename()
    try playExport()
    #expect(app.engine.waitingCount == 0)
  }

  @Test func `the application shows the notes, and stops its clock in the background`() throws {
    let scene = UIWindowScene()
    let delegate = SceneDelegate()
    delegate.scene(scene, willConnectTo: UISceneSession(), options: UIScene.ConnectionOptions())
    let shown = try #require(delegate.window)
    #expect(shown.isKeyWindow)
    #expect(shown.windowScene === scene)
    let root = try #require(shown.rootViewController)
    let list = try #require(Self.front(of: root) as? ListController)
    list.viewWillAppear(false)
    let stack = try #require(list.view.subviews.first as? UIStackView)
    #expect(
      stack.arrangedSubviews.compactMap { ($0 as? UIButton)?.currentTitle } == [
        "Shopping", "Ideas",
      ])
    let notes = try #require(delegate.notes)
    #expect(notes.engine.hostTime != nil)
    delegate.sceneDidEnterBackground(scene)
    #expect(notes.engine.hostTime == nil)
    delegate.sceneWillEnterForeground(scene)
    #expect(notes.engine.hostTime != nil)
  }

  @Test func `timers of stages 2 and 3 fire in real time`() throws {
    let stage2 = try Stage2.UIKitNotes(
      store, in: UIWindow(), now: { [loop] in .milliseconds(loop.now) }
    ) {
      [loop] in loop.schedule(after: $0, $1)
    }
    #expect(
      loop.calls(afterSeconds: 1) { timer in
        stage2.engine.schedule(after: .seconds(1)) { timer() }
        stage2.clock.advance()
      })
    let stage3 = try Stage3.UIKitNotes(
      store, in: UIWindow(), now: { [loop] in .milliseconds(loop.now) }
    ) {
      [loop] in loop.schedule(after: $0, $1)
    }
    #expect(
      loop.calls(afterSeconds: 1) { timer in
        stage3.engine.schedule(after: .seconds(1)) { timer() }
        stage3.clock.advance()
      })
  }
}
