internal import Signalbox
internal import SignalboxInspector

/// Finds coordinators by the names that users type.
struct CoordinatorFinder {
  let tree: StateDocument

  /// Reports that no coordinator has the given name or path.
  func reject(_ path: String, of command: String, at prompt: Prompt) {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    let hint = nearestName(to: last, in: names).map { "did you mean \($0)?" }
    prompt.fail(
      ".\(command): there is no coordinator \"\(path)\"",
      hint ?? ".tree lists the coordinators that are alive")
  }

  /// Returns the coordinator with the given name or path, relative to another coordinator, or `nil`
  /// if there is none. The first name is looked up among the children of this coordinator, by page id
  /// or type, and then in the whole tree.
  func find(_ path: String, from node: CoordinatorNode?) -> CoordinatorNode? {
    var current = path.hasPrefix("/") ? nil : node
    var steps = path.split(separator: "/")[...]
    if path.hasPrefix("/"), let first = steps.popFirst() {
      guard let main = tree.main, main.type == first else { return nil }
      current = main
    }
    for (index, step) in steps.enumerated() {
      if step == ".." {
        guard let parent = current.flatMap({ parent(of: $0.id) }) else { return nil }
        current = parent
      } else if let child = current.flatMap({ child(step, of: $0) }) {
        current = child
      } else if index == 0, let found = anywhere(step) {
        current = found
      } else {
        return nil
      }
    }
    return current
  }

  /// Returns the parent of a coordinator, or `nil` if it has none.
  func parent(of id: CoordinatorID) -> CoordinatorNode? {
    all.first { node in node.children.contains { $0.id == id } }
  }

  /// Returns the path from the main coordinator, such as `Home/Shop`.
  func path(of id: CoordinatorID) -> String {
    var names: [String] = []
    var current: CoordinatorID? = id
    while let next = current {
      names.append(CoordinatorText.type(of: next, in: tree))
      current = parent(of: next)?.id
    }
    return names.reversed().joined(separator: "/")
  }

  /// All valid names. Hints suggest the nearest name.
  var names: [String] {
    var names: [String] = []
    for node in all {
      names += [node.type] + node.pages.map(\.id)
    }
    return names
  }

  /// Every coordinator, parents before their children.
  private var all: [CoordinatorNode] {
    var found: [CoordinatorNode] = []
    var rest = tree.main.map { [$0] } ?? []
    while let node = rest.popLast() {
      found.append(node)
      rest += node.children.reversed()
    }
    return found
  }

  private func child(_ name: Substring, of node: CoordinatorNode) -> CoordinatorNode? {
    let page = node.pages.first { $0.id == name }?.coordinator.id
    return node.children.first { $0.id == page } ?? node.children.last { $0.type == name }
  }

  private func anywhere(_ name: Substring) -> CoordinatorNode? {
    let found = all
    return found.last { $0.type == name }
      ?? found.lazy.compactMap { node in
        node.pages.contains { $0.id == name } ? child(name, of: node) : nil
      }.first
  }
}
