/// The difference between two states, as data and as text.
///
/// Identifiers are ignored, so that the states of two engines, or the states before and after a
/// restore, can be compared. Coordinators are matched by path. Stacks and layers are compared from
/// bottom to top.
public struct StateDifference: Hashable, Sendable {
  /// A difference in one part of the state.
  public struct Change: Hashable, Sendable {
    /// The kinds of differences.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// Coordinators were added or removed. Each coordinator is listed with its pages and screens.
      case coordinators
      /// The screens of a coordinator differ.
      case stack
      /// The pages of a tab coordinator differ.
      case pages
      /// The selected page of a tab coordinator differs.
      case selection
      /// The badges of pages differ.
      case badges
      /// The tab view of a tab coordinator differs.
      case tabView
      /// The layers of the window differ.
      case layers
    }

    /// The kind of difference.
    public let kind: Kind
    /// The coordinator's path, such as `Home/Shop`. The string is empty for changes to the window's
    /// layers and to the coordinator tree.
    public let path: String
    /// The removed items, from bottom to top. In a stack, a tab bar and the list of layers, these
    /// are all items of the older state from the first difference on.
    public let removed: [String]
    /// The added items, from bottom to top. In a stack, a tab bar and the list of layers, these are
    /// all items of the newer state from the first difference on.
    public let added: [String]
  }

  /// The changes in this order: changes to the coordinator tree, then changes to the contents of
  /// each coordinator, and finally changes to the layers.
  public let changes: [Change]

  /// Whether the states have no differences.
  public var isEmpty: Bool { changes.isEmpty }

  init(from old: StateDocument, to new: StateDocument) {
    var changes: [Change] = []
    func add(_ kind: Change.Kind, _ path: String, _ removed: [String], _ added: [String]) {
      if removed.isEmpty && added.isEmpty { return }
      changes.append(Change(kind: kind, path: path, removed: removed, added: added))
    }
    func addTails(_ kind: Change.Kind, _ path: String, _ old: [String], _ new: [String]) {
      // The common prefix is not part of the difference.
      let common = zip(old, new).prefix { $0 == $1 }.count
      add(kind, path, Array(old[common...]), Array(new[common...]))
    }
    func addScreens(_ path: String, _ old: [StateDocument.Screen], _ new: [StateDocument.Screen]) {
      // Descriptions of equal screens are not created, because they may be much longer than those
      // of the differences.
      let common = zip(old, new).prefix { $0.looksLike($1) }.count
      add(.stack, path, old[common...].map(\.text), new[common...].map(\.text))
    }
    let (former, present) = (
      Array(zip(old.paths, old.coordinators)), zip(new.paths, new.coordinators)
    )
    // In a hand-written snapshot, the name of a type can include a slash, so two coordinators can
    // have the same path.
    let before = Dictionary(former.map { ($0, $1) }) { first, _ in first }
    let after = Set(new.paths)
    add(
      .coordinators, "", former.filter { !after.contains($0.0) }.map(Self.name),
      present.filter { before[$0.0] == nil }.map(Self.name))
    for (path, coordinator) in present {
      guard let former = before[path] else { continue }
      addScreens(path, former.stack, coordinator.stack)
      addTails(.pages, path, former.pages.map(\.id), coordinator.pages.map(\.id))
      let selected = [former, coordinator].map { $0.pages.filter(\.isSelected).map(\.id) }
      if selected[0] != selected[1] { add(.selection, path, selected[0], selected[1]) }
      let views = [former, coordinator].map { [$0.tabView?.text].compactMap(\.self) }
      if views[0] != views[1] { add(.tabView, path, views[0], views[1]) }
      add(
        .badges, path, Self.badges(of: former, otherThanOf: coordinator),
        Self.badges(of: coordinator, otherThanOf: former))
    }
    addTails(.layers, "", old.layerTexts, new.layerTexts)
    self.changes = changes
  }

  private static func name(_ path: String, _ coordinator: StateDocument.Coordinator) -> String {
    let contents = coordinator.pages.map(\.id) + coordinator.stack.map(\.text)
    return contents.isEmpty ? path : "\(path) [\(contents.joined(separator: ", "))]"
  }

  /// Returns a coordinator's badges that another state does not contain, each with its page, such
  /// as `me 3`.
  private static func badges(
    of coordinator: StateDocument.Coordinator, otherThanOf other: StateDocument.Coordinator
  ) -> [String] {
    coordinator.pages.compactMap { page in
      guard let badge = page.badge, other.pages.first(where: { $0.id == page.id })?.badge != badge
      else { return nil }
      return "\(page.id) \(badge)"
    }
  }
}

extension StateDifference.Change: CustomStringConvertible {
  /// A heading for the change, such as `Home/Shop stack`.
  public var heading: String { path.isEmpty ? kind.rawValue : "\(path) \(kind.rawValue)" }

  /// A one-line description of the change, such as `Home/Shop stack: - product { id = 1 } + cart`.
  public var description: String {
    let parts = removed.map { "- \($0)" } + added.map { "+ \($0)" }
    return "\(heading): \(parts.joined(separator: " "))"
  }
}

extension StateDifference: CustomStringConvertible {
  /// The changes, one per line, or `no difference` if there are none.
  public var description: String {
    isEmpty ? "no difference" : changes.map(\.description).joined(separator: "\n")
  }
}

extension StateDocument {
  /// Returns the changes since another state. Cost: O(size of both states).
  ///
  /// - Parameter old: The older state. Items that are only in this state are listed as removed.
  public func difference(from old: StateDocument) -> StateDifference {
    StateDifference(from: old, to: self)
  }

  /// Returns whether the difference between two states is empty.
  func looksLike(_ other: StateDocument) -> Bool { difference(from: other).isEmpty }

  /// The layers as text, starting with the root layer, such as `sheet Main/Checkout` or `sheet help
  /// { id = 1 } of Main`.
  fileprivate var layerTexts: [String] {
    let paths = paths
    return layers.map { layer in
      let (owner, screens) = (paths[layer.owner.index], layer.screens.map(\.text))
      let texts = layer.fields.filter { !$0.text.isEmpty }.map {
        "\($0.name) \(NavigationValue.string($0.shownText))"
      }
      let entered = texts.isEmpty ? "" : " with \(texts.joined(separator: ", "))"
      return layer.showsOwner
        ? "\(layer.style) \(owner)\(entered)"
        : "\(layer.style) \(screens.joined(separator: ", ")) of \(owner)\(entered)"
    }
  }
}

extension StateDocument.Screen {
  /// The name, the arguments and the compared details, such as `help { id = 1 }`.
  fileprivate var text: String {
    let text = arguments.isEmpty ? name : "\(name) \(arguments)"
    return comparedDetails.isEmpty ? text : "\(text) (\(comparedDetails))"
  }

  /// Returns whether two screens have equal textual representations. The representations are
  /// created only if the values differ.
  fileprivate func looksLike(_ other: Self) -> Bool {
    name == other.name && arguments == other.arguments && details == other.details
      || text == other.text
  }
}

extension StateDocument: CustomStringConvertible {
  /// A one-line description of the state without identifiers, such as `Home[*shop,me(3)]
  /// Home/Shop[catalog] | root Home`.
  public var description: String {
    let texts = zip(paths, coordinators).map { path, coordinator in
      let pages = coordinator.pages.map { page in
        (page.isSelected ? "*" : "") + page.id + (page.badge.map { "(\($0))" } ?? "")
      }
      let view = coordinator.tabView.map { "(\($0.text))" } ?? ""
      let contents = pages + coordinator.stack.map(\.text)
      return "\(path)\(view)[\(contents.joined(separator: ","))]"
    }
    return texts.joined(separator: " ") + " | " + layerTexts.joined(separator: ", ")
  }
}

extension StateDifference {
  /// Compares two snapshots that ``NavigationSnapshot/json`` returned. The definitions that the
  /// snapshots use need not be registered.
  ///
  /// - Parameters:
  ///   - old: The older snapshot. Items that are only in this snapshot are listed as removed.
  ///   - new: The newer snapshot.
  /// - Throws: `malformed` if either string is not a snapshot.
  public init(fromJSON old: String, toJSON new: String) throws(NavigationError) {
    self.init(from: try StateDocument(json: old), to: try StateDocument(json: new))
  }
}
