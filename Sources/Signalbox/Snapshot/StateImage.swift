/// The whole state without identifiers, as data: what a snapshot writes down.
///
/// Coordinators stand in the order of the tree, parents before their children; numbers in other
/// places are indices into that list.
struct StateImage: Hashable {
  /// What is written so that later releases know how to read it.
  static let version = 2
  /// What can still be read: version 1 knew no routes, badges and lazy pages.
  static let readableVersions = 1...version

  /// How a coordinator hangs on what is shown.
  enum Attachment: String {
    case none, window, modal, push, page, root

    /// Whether the coordinator fills a stack or tab bar of its own, not its host's stack.
    var isOwn: Bool { self == .window || self == .modal || self == .page }
  }

  /// The route that led to something, as it was named.
  struct Origin: Hashable {
    var route: String
    var arguments: NavigationArguments = [:]
  }

  struct Coordinator: Hashable {
    var type: String
    var kind: CoordinatorKind
    var arguments: NavigationArguments = [:]
    var isStarted = true
    /// The route of its parent that led to it.
    var origin: Origin?
    /// The root that was chosen before it started.
    var initialRoot: Origin?
    /// What it was made with beside its arguments (``CoordinatorSetup``).
    var setup: NavigationArguments = [:]
    var attachment: Attachment
    var parent: Int?
    var children: [Int] = []
    /// The screens of its own stack, the lowest first, those of others that share it included.
    var stack: [Screen] = []
    var pages: [Page] = []
    /// The index of the selected page.
    var selected: Int?
    /// The screen around the pages.
    var view: Screen?
  }

  struct Screen: Hashable {
    var name: String
    var arguments: NavigationArguments = [:]
    /// The coordinator that it belongs to.
    var owner: Int
    /// The route behind it, where name and arguments do not say it.
    var origin: Origin?
    /// It is no route of its owner but was made for the occasion.
    var isMade = false
    var isDismissDisabled = false
    var isSwipeBackDisabled = false
  }

  struct Page: Hashable {
    var id: String
    var title: String
    var icon: String
    var selectedTitle: String?
    var selectedIcon: String?
    var position: Int
    var badge: String?
    var coordinator: Int
  }

  /// The place of a screen in a stack.
  struct Place: Hashable {
    /// The coordinator whose stack it is, or the layer.
    var coordinator: Int?
    var layer: Int?
    var index: Int
  }

  enum Content: Hashable {
    /// The owner's own stack or tab bar.
    case owner
    case screen(Screen)
    /// A stack that was presented with one screen.
    case stack([Screen])
  }

  struct Layer: Hashable {
    var style: String
    var isCovering: Bool
    var isInteractive: Bool
    var owner: Int
    var presenter: Int?
    var presenterScreen: Place?
    var detents: [Detent] = []
    /// What the buttons of an alert say.
    var buttons: [String] = []
    var content: Content
  }

  /// The first is the main one; none before launch.
  var coordinators: [Coordinator] = []
  /// The root layer first.
  var layers: [Layer] = []

  /// For each coordinator the one whose own stack its screens stand in. Cost: O(coordinators).
  var hosts: [Int] {
    var hosts: [Int] = []
    for (index, coordinator) in coordinators.enumerated() {
      let isOwn = coordinator.attachment.isOwn
      hosts.append(isOwn ? index : coordinator.parent.map { hosts[$0] } ?? index)
    }
    return hosts
  }

  /// The coordinators whose stacks stand on the tab bar of a root child. Cost: O(coordinators).
  var tabHosts: Set<Int> {
    let hosts = hosts
    return Set(
      coordinators.indices.lazy.filter {
        coordinators[$0].attachment == .root && coordinators[$0].kind == .tabs
      }.map { hosts[$0] })
  }
}
