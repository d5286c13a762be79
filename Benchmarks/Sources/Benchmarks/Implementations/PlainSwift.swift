/// The screen manager in plain Swift, as written in an application without Signalbox: names as
/// strings, and arguments as a dictionary.
final class PlainCoordinator {
  struct Screen {
    let name: String
    let arguments: [String: Int]?
  }

  private weak var parent: PlainCoordinator?
  private var child: PlainCoordinator?
  private var tabs: [[Screen]]
  private var selected = 0
  private var onFinish: ((Int) -> Void)?
  var listener: ((String, String) -> Void)?

  init(tabs: Int = 1, root: String) {
    self.tabs = Array(repeating: [Screen(name: root, arguments: nil)], count: tabs)
  }

  var depth: Int { tabs[selected].count }
  var top: Screen? { tabs[selected].last }
  var hasChild: Bool { child != nil }

  func push(_ name: String, _ arguments: [String: Int]? = nil) {
    tabs[selected].append(Screen(name: name, arguments: arguments))
    listener?("pushed", name)
  }

  func pop() {
    guard tabs[selected].count > 1 else { return }
    let screen = tabs[selected].removeLast()
    listener?("popped", screen.name)
  }

  func popTo(_ name: String) {
    guard let index = tabs[selected].lastIndex(where: { $0.name == name }) else { return }
    tabs[selected].removeSubrange((index + 1)...)
  }

  func popToRoot() { tabs[selected].removeSubrange(1...) }

  func select(_ tab: Int) { selected = tab }

  func present(_ root: String, onFinish: @escaping (Int) -> Void) -> PlainCoordinator {
    let child = PlainCoordinator(root: root)
    child.parent = self
    child.onFinish = onFinish
    self.child = child
    return child
  }

  func finish(_ result: Int) {
    parent?.child = nil
    onFinish?(result)
  }
}
