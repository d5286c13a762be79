/// What differs between two states, as data and as text.
///
/// Identifiers do not count: states of two engines, or from before and after a restore, can be
/// compared. Coordinators are matched by their paths, stacks and layers from the bottom up.
public struct StateDifference: Hashable, Sendable {
  /// One thing that differs.
  public struct Change: Hashable, Sendable {
    /// What can differ.
    public enum Kind: String, Hashable, Sendable {
      /// Coordinators are there or not; each is named with its screens.
      case coordinators
      /// The screens of one coordinator.
      case stack
      /// The pages of one tab coordinator.
      case pages
      /// The page that a tab coordinator shows.
      case selection
      /// What stands at the icons of pages.
      case badges
      /// The screen that a tab coordinator draws around its pages.
      case tabView
      /// The layers of the window.
      case layers
    }

    /// What differs.
    public let kind: Kind
    /// The coordinator's path, such as `Home/Shop`; empty for the window and the tree itself.
    public let path: String
    /// What only the older state has, from the bottom up.
    public let removed: [String]
    /// What only the newer state has, from the bottom up.
    public let added: [String]
  }

  /// The changes: coordinators, then each one's contents, then layers.
  public let changes: [Change]

  /// Whether the states look the same.
  public var isEmpty: Bool { changes.isEmpty }

  init(from old: StateOutline, to new: StateOutline) {
    var changes: [Change] = []
    func add(_ kind: Change.Kind, _ path: String, _ removed: [String], _ added: [String]) {
      if removed.isEmpty && added.isEmpty { return }
      changes.append(Change(kind: kind, path: path, removed: removed, added: added))
    }
    // Snapshots written by hand may have types with slashes in their names.
    let before = Dictionary(old.coordinators.map { ($0.path, $0) }) { first, _ in first }
    let after = Set(new.coordinators.map(\.path))
    add(
      .coordinators, "",
      old.coordinators.filter { !after.contains($0.path) }.map(Self.name),
      new.coordinators.filter { before[$0.path] == nil }.map(Self.name))
    for coordinator in new.coordinators {
      guard let former = before[coordinator.path] else { continue }
      let (path, stack) = (coordinator.path, Self.tails(former.stack, coordinator.stack))
      add(.stack, path, stack.old, stack.new)
      let pages = Self.tails(former.pages, coordinator.pages)
      add(.pages, path, pages.old, pages.new)
      if former.selected != coordinator.selected {
        add(
          .selection, path, former.selected.map { [$0] } ?? [],
          coordinator.selected.map { [$0] } ?? [])
      }
      if former.view != coordinator.view {
        add(
          .tabView, path, former.view.map { [$0] } ?? [], coordinator.view.map { [$0] } ?? [])
      }
      add(
        .badges, path, former.badges(otherThanOf: coordinator),
        coordinator.badges(otherThanOf: former))
    }
    let layers = Self.tails(old.layers, new.layers)
    add(.layers, "", layers.old, layers.new)
    self.changes = changes
  }

  /// What is left of two lists above what they begin with alike.
  private static func tails(_ old: [String], _ new: [String]) -> (old: [String], new: [String]) {
    let common = zip(old, new).prefix { $0 == $1 }.count
    return (Array(old[common...]), Array(new[common...]))
  }

  private static func name(_ coordinator: StateOutline.Coordinator) -> String {
    let contents = coordinator.pages + coordinator.stack
    return contents.isEmpty
      ? coordinator.path : "\(coordinator.path) [\(contents.joined(separator: ", "))]"
  }
}

extension StateOutline.Coordinator {
  /// The badges that pages have and do not have, or differently, in another state: `me 3`.
  fileprivate func badges(otherThanOf other: Self) -> [String] {
    pages.compactMap { page in
      guard let badge = badges[page], other.badges[page] != badge else { return nil }
      return "\(page) \(badge)"
    }
  }
}

extension StateDifference.Change: CustomStringConvertible {
  /// Whose contents differ: `Home/Shop stack`.
  public var heading: String { path.isEmpty ? kind.rawValue : "\(path) \(kind.rawValue)" }

  /// `Home/Shop stack: - product { id = 1 } + cart`.
  public var description: String {
    let parts = removed.map { "- \($0)" } + added.map { "+ \($0)" }
    return "\(heading): \(parts.joined(separator: " "))"
  }
}

extension StateDifference: CustomStringConvertible {
  /// A line for each change; `no difference` for none.
  public var description: String {
    isEmpty ? "no difference" : changes.map(\.description).joined(separator: "\n")
  }
}

extension NavigationTree {
  /// What has changed since another state. Cost: O(size of both).
  public func difference(from old: NavigationTree) -> StateDifference {
    StateDifference(from: StateOutline(old), to: StateOutline(self))
  }
}

extension StateDifference {
  /// Compares two snapshots as ``NavigationSnapshot/json`` wrote them, whether or not an engine
  /// still knows what they show. Throws `malformed` where one is no snapshot.
  public init(fromJSON old: String, toJSON new: String) throws(NavigationError) {
    self.init(
      from: StateOutline(try StateImage(json: old)), to: StateOutline(try StateImage(json: new)))
  }
}
