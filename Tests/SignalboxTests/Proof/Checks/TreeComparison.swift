@testable import Signalbox

/// Compares the visible state of an engine with the model, including identities.
struct TreeComparison {
  let model: Model
  let pairs: Pairs
  let tree: StateDocument

  /// Returns the difference, if any.
  var difference: String? {
    guard let node = tree.main, let main = model.main else {
      return (tree.main == nil) == (model.main == nil) ? nil : "one is launched, the other is not"
    }
    if tree.layers.count != model.layers.count {
      return "\(tree.layers.count) layers, expected \(model.layers.count)"
    }
    if let text = difference(node, main) { return text }
    for (node, layer) in zip(tree.layers, model.layers) {
      if let text = difference(node, layer) { return "layer \(node.id): \(text)" }
    }
    if tree.top.flatMap(pairs.number) != model.top {
      let top = model.top.flatMap(pairs.coordinator)?.description ?? "none"
      return "top \(tree.top?.description ?? "none"), expected \(top)"
    }
    if !isSame(tree.front, model.front) {
      return "front \(tree.front?.name ?? "none"), expected \(name(model.front))"
    }
    if !isSame(tree.visible, model.visible) {
      return "visible \(tree.visible.map(\.name)), expected \(names(model.visible))"
    }
    return nil
  }

  private func name(_ screen: Int?) -> String { screen.map { model.screens[$0].name } ?? "none" }

  private func names(_ screens: [Int]) -> [String] { screens.map { model.screens[$0].name } }

  private func isSame(_ node: StateDocument.Screen?, _ screen: Int?) -> Bool {
    guard let node, let screen else { return (node == nil) == (screen == nil) }
    return node.name == model.screens[screen].name && pairs.pair(node.id, screen)
      && pairs.pair(node.owner, model.screens[screen].owner)
  }

  private func isSame(_ nodes: [StateDocument.Screen], _ screens: [Int]) -> Bool {
    nodes.count == screens.count && zip(nodes, screens).allSatisfy { isSame($0, $1) }
  }

  private func difference(_ node: StateDocument.Layer, _ layer: Model.Layer) -> String? {
    let style = layer.style?.rawValue ?? "root"
    if node.style != style { return "style \(node.style), expected \(style)" }
    if !pairs.pair(node.id, layer.serial) { return "another layer than expected" }
    if !pairs.pair(node.owner.id, layer.owner) {
      return "owner \(node.owner) is not the expected one"
    }
    var screens: [Int] = []
    switch layer.content {
    case .screen(let screen): screens = [screen]
    case .stack(let stack): screens = model.stacks[stack].entries
    case .coordinator: break
    }
    if node.showsOwner != screens.isEmpty { return "shows its owner: \(node.showsOwner)" }
    if !isSame(node.screens, screens) {
      return "screens \(node.screens.map(\.name)), expected \(names(screens))"
    }
    if node.isInteractive != layer.isInteractive { return "interactive: \(node.isInteractive)" }
    if node.isCovering != layer.isCovering { return "covering: \(node.isCovering)" }
    return nil
  }

  private func difference(_ node: CoordinatorNode, _ coordinator: Int) -> String? {
    let record = model.coordinators[coordinator]
    let path = "\(node.id) \(node.type)"
    if node.type != record.kind.name { return "\(path): expected a \(record.kind.name)" }
    if (node.kind == .tabs) != record.kind.isTabs { return "\(path): is of the wrong kind" }
    if !pairs.pair(node.id, coordinator) { return "\(path): another coordinator than expected" }
    if !isSame(node.stack, model.own(coordinator)) {
      return "\(path): stack \(node.stack.map(\.name)), expected \(names(model.own(coordinator)))"
    }
    if node.children.count != record.children.count {
      return "\(path): \(node.children.count) children, expected \(record.children.count)"
    }
    for (child, number) in zip(node.children, record.children) {
      if let text = difference(child, number) { return text }
    }
    if !isSame(node.tabView, record.view) { return "\(path): view \(node.tabView?.name ?? "none")" }
    return difference(of: node, attachment: record.attachment) ?? difference(node.pages, record)
  }

  private func difference(
    of node: CoordinatorNode, attachment: Model.Attachment
  ) -> String? {
    let isSame =
      switch (node.attachment, attachment) {
      case (.none, .none), (.windowRoot, .windowRoot), (.pushed, .pushed), (.root, .rootSlot): true
      case (.modal, .modal(let serial)):
        tree.layers.contains {
          $0.showsOwner && $0.owner.id == node.id && pairs.pair($0.id, serial)
        }
      case (.page, .page(let right)): node.page?.id == right
      default: false
      }
    return isSame ? nil : "\(node.id): attached \(node.attachment), expected \(attachment)"
  }

  private func difference(_ nodes: [StateDocument.Page], _ record: Model.Coordinator) -> String? {
    let shown = nodes.map { ($0.isSelected ? "*" : "") + $0.id }
    let expected = record.pages.map { ($0.id == record.selected ? "*" : "") + $0.id }
    if shown != expected { return "pages \(shown), expected \(expected)" }
    if nodes.map(\.badge) != record.pages.map(\.badge) { return "badges \(nodes.map(\.badge))" }
    for (node, page) in zip(nodes, record.pages)
    where !pairs.pair(node.coordinator.id, page.coordinator) {
      return "page \(node.id): coordinator \(node.coordinator) is not the expected one"
    }
    return nil
  }
}

extension ModelOutcome {
  /// Converts a result of the engine to the terms of the model.
  init(_ outcome: Outcome, _ engine: NavigationEngine, _ pairs: Pairs) {
    status = outcome.status
    reason = outcome.reason
    value =
      switch outcome.value {
      case .none: .none
      case .name(let name): .names([engine.symbols[name]])
      case .names(let names): .names(names.map { engine.symbols[$0] })
      case .boolean(let value): .boolean(value)
      case .page(let page): .page(engine.symbols[page])
      case .coordinator(let id): .coordinator(pairs.number(of: id) ?? -1)
      case .value(.integer(let number)): .number(number)
      case .value(.string(let text)): .text(text)
      case .value: .none
      }
  }
}

extension ModelOutcome: CustomStringConvertible {
  var description: String {
    let text = reason.map { "\(status)(\($0.name))" } ?? "\(status)"
    return value == .none ? text : "\(text) \(value)"
  }
}
