internal import Signalbox

/// The commands that convert one interface to another, in an order that platforms accept. If the
/// root layer differs, the commands replace the root layer and present all other layers. Otherwise,
/// the order is as follows:
///
/// 1. Changes to the stacks, tabs and properties of remaining layers. If layers are removed, these
///   changes are not animated, so that the dismissal reveals the result.
/// 2. A single dismissal of the lowest removed layer and all layers above it.
/// 3. Replacements of containers in remaining layers.
/// 4. Presentations, lowest layer first.
struct InterfacePlan {
  /// A command, and whether its animation is visible.
  struct Step: Equatable {
    let command: InterfaceCommand
    let isVisible: Bool
  }

  private(set) var steps: [Step] = []

  init(from shown: InterfaceTree, to target: InterfaceTree) {
    guard shown.layers.first?.id == target.layers.first?.id else {
      add(.setRoot(target.layers.first), isVisible: false)
      for layer in target.layers.dropFirst() { add(.present(layer), isVisible: true) }
      return
    }
    let kept = zip(shown.layers, target.layers).prefix { $0.id == $1.id }.count
    let isRevealed = kept < shown.layers.count
    var replacements = Replacements()
    for (index, (old, new)) in zip(shown.layers, target.layers).prefix(kept).enumerated() {
      let isFront = index == kept - 1 && !isRevealed
      change(old, to: new, isVisible: isFront, &replacements)
    }
    if isRevealed { add(.dismiss(shown.layers[kept].id), isVisible: true) }
    steps += replacements.steps
    for layer in target.layers.dropFirst(kept) { add(.present(layer), isVisible: true) }
  }

  /// The commands that replace containers. Such commands must not run beneath a layer that is being
  /// removed, because a platform dismisses a layer through the container below it.
  private struct Replacements {
    var steps: [Step] = []

    mutating func add(_ command: InterfaceCommand) {
      steps.append(Step(command: command, isVisible: false))
    }
  }

  private mutating func add(_ command: InterfaceCommand, isVisible: Bool) {
    steps.append(Step(command: command, isVisible: isVisible))
  }

  private mutating func change(
    _ old: InterfaceTree.Layer, to new: InterfaceTree.Layer, isVisible: Bool,
    _ replacements: inout Replacements
  ) {
    if !change(old.contents, to: new.contents, isVisible: isVisible, &replacements) {
      replacements.add(.setContents(new.contents, of: new.id))
    }
    if old.isDismissible != new.isDismissible {
      add(.setDismissible(new.isDismissible, new.id), isVisible: false)
    }
    for (before, after) in zip(old.fields, new.fields) where before.text != after.text {
      add(.setText(after.text, field: after.name, of: new.id), isVisible: false)
    }
  }

  /// Adds the commands that change contents. Returns `false` if the contents must be replaced.
  private mutating func change(
    _ old: InterfaceTree.Contents?, to new: InterfaceTree.Contents?, isVisible: Bool,
    _ replacements: inout Replacements
  ) -> Bool {
    switch (old, new) {
    case (nil, nil): return true
    case (.screen(let old), .screen(let new)): return old == new
    case (.tabs(let old), .tabs(let new)):
      guard old.id == new.id else { return false }
      change(old, to: new, isVisible: isVisible, &replacements)
      return true
    case (.stack(let old), .stack(let new)):
      // A split view and a stack have different containers.
      guard old.id == new.id, old.detail == new.detail else { return false }
      change(old, to: new, isVisible: isVisible, &replacements)
      return true
    default: return false
    }
  }

  private mutating func change(
    _ old: InterfaceTree.Stack, to new: InterfaceTree.Stack, isVisible: Bool,
    _ replacements: inout Replacements
  ) {
    guard old.tabs?.id == new.tabs?.id else {
      replacements.add(.setStack(new, transition(old.screens, new.screens)))
      return
    }
    if let before = old.tabs, let after = new.tabs {
      let isFront = isVisible && old.screens.isEmpty && new.screens.isEmpty
      change(before, to: after, isVisible: isFront, &replacements)
    }
    guard old.screens != new.screens else { return }
    add(
      .setScreens(new.screens, of: new.id, transition(old.screens, new.screens)),
      isVisible: isVisible)
  }

  /// Returns the transition of a stack, which depends on the topmost screens. If there are no
  /// screens, the tabs at the root count as the topmost item.
  private func transition(_ old: [ScreenID], _ new: [ScreenID]) -> StackTransition {
    if old.last == new.last { return .none }
    guard let top = new.last else { return .pop }
    return old.contains(top) ? .pop : .push
  }

  private mutating func change(
    _ old: InterfaceTree.Tabs, to new: InterfaceTree.Tabs, isVisible: Bool,
    _ replacements: inout Replacements
  ) {
    guard old.pages.map(\.item) == new.pages.map(\.item) else {
      replacements.add(.setPages(new.pages, selected: new.selected, of: new.id))
      for page in new.pages {
        guard let before = old.pages.first(where: page.isSame) else { continue }
        change(before, to: page, of: new.id, isVisible: false, &replacements)
      }
      return
    }
    for (before, after) in zip(old.pages, new.pages) {
      let isFront = isVisible && old.selected == new.selected && after.id == new.selected
      change(before, to: after, of: new.id, isVisible: isFront, &replacements)
      if before.badge != after.badge {
        add(.setBadge(after.badge, page: after.id, of: new.id), isVisible: false)
      }
    }
    if old.selected != new.selected, let selected = new.selected {
      add(.select(page: selected, of: new.id), isVisible: isVisible)
    }
  }

  private mutating func change(
    _ old: InterfaceTree.Page, to new: InterfaceTree.Page, of bar: TabBarID, isVisible: Bool,
    _ replacements: inout Replacements
  ) {
    if !change(old.contents, to: new.contents, isVisible: isVisible, &replacements) {
      replacements.add(.setPageContents(new.contents, page: new.id, of: bar))
    }
  }
}

extension InterfaceTree.Page {
  /// The page without its contents and badge. The contents and the badge have their own commands.
  fileprivate var item: InterfaceTree.Page {
    var item = self
    (item.contents, item.badge) = (nil, nil)
    return item
  }
}
