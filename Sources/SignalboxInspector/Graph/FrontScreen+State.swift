internal import Signalbox

extension FrontScreen {
  /// Creates the front screen of a state in its recorded form, or returns `nil` if the state has no
  /// front screen.
  init?(_ state: NavigationValue) {
    guard let fields = state.table, let layer = fields["layers"]?.list?.last?.table else {
      return nil
    }
    let nodes = (fields["coordinators"]?.list ?? []).map { $0.table ?? [:] }
    guard let owner = layer["owner"]?.integer, nodes.indices.contains(owner) else { return nil }
    let own = layer["screen"] ?? layer["stack"]?.list?.last
    guard let found = own.map({ (owner, $0) }) ?? Self.front(of: owner, in: nodes) else {
      return nil
    }
    self.init(
      name: found.1.table?["name"]?.text ?? "", coordinator: nodes[found.0]["type"]?.text ?? "")
  }

  /// Returns the front screen of a coordinator, preceded by the index of the screen's owner, or
  /// `nil` if there is no front screen. The search ends, because parents precede their children.
  private static func front(
    of index: Int, in nodes: [NavigationArguments]
  ) -> (Int, NavigationValue)? {
    let node = nodes[index]
    if node["kind"]?.text == "tabs" {
      let page = node["pages"]?.list?.first { $0.table?["isSelected"]?.boolean == true }
      guard let child = page?.table?["coordinator"]?.integer, child > index,
        nodes.indices.contains(child)
      else { return nil }
      return front(of: child, in: nodes)
    }
    func children(_ attachment: String) -> [Int] {
      nodes.indices.dropFirst(index + 1).filter {
        nodes[$0]["parent"]?.integer == index && nodes[$0]["attachment"]?.text == attachment
      }
    }
    for child in children("pushed").reversed() {
      if let found = front(of: child, in: nodes) { return found }
    }
    if let screen = node["stack"]?.list?.last { return (index, screen) }
    return children("root").first.flatMap { front(of: $0, in: nodes) }
  }
}
