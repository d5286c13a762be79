/// The flags of a screen.
struct ScreenFlags: OptionSet {
  let rawValue: UInt8
  /// The screen has presented layers. The layers are removed together with the screen.
  static let hasPresented = ScreenFlags(rawValue: 1 << 1)
  /// The screen has a host object.
  static let hasPayload = ScreenFlags(rawValue: 1 << 2)
  /// The user cannot dismiss the screen's layer while the screen is the layer's front screen.
  static let isDismissDisabled = ScreenFlags(rawValue: 1 << 3)
  /// The user cannot swipe back from the screen.
  static let isSwipeBackDisabled = ScreenFlags(rawValue: 1 << 4)
}

/// A screen and its stack entry. Both share a record because a screen is always in a single place
/// (invariant I8).
struct ScreenRecord: NumberedRecord {
  var serial: UInt32
  var name: Symbol
  var owner: Slot
  /// The stack that contains the screen, or `.none` if the screen is the only content of a layer.
  var stack: Slot = .none
  /// The next lower screen in the stack, or `.none` for the lowest screen.
  var below: Slot = .none
  /// The screen's index in the stack, where the root has the index 0.
  var index: UInt32 = 0
  /// The layer whose only content is the screen, or `.none` if the screen is in a stack.
  var layer: Slot = .none
  /// The slot of the screen's arguments.
  var arguments: Slot = .none
  /// The slot of the screen's object and `onDismiss` handler.
  var callbacks: Slot = .none
  var flags: ScreenFlags = []
  /// The style of the push: `push` or a registered push style.
  var style = TransitionStyle.push

  static let vacant = ScreenRecord(serial: 0, name: .none, owner: .none)
  var isVacant: Bool { serial == 0 }
}

/// The arguments of a screen or coordinator, or other rarely used values. They are stored
/// separately so that the records of screens, coordinators, layers and pages remain trivial.
struct ArgumentsRecord: TableRecord {
  var arguments: NavigationArguments?
  /// The route that created the object, if it differs from the object's name and arguments.
  var origin: RouteOrigin?

  static let vacant = ArgumentsRecord(arguments: nil)
  var isVacant: Bool { arguments == nil }
}

/// A route and the arguments that were passed in the call.
final class RouteOrigin: Sendable {
  let route: Symbol
  let arguments: NavigationArguments

  init(route: Symbol, arguments: NavigationArguments) {
    self.route = route
    self.arguments = arguments
  }
}

/// A navigation stack. The screens form a linked list from the top down. A push or pop changes a
/// single link, regardless of the depth.
struct StackRecord: TableRecord {
  var serial: UInt32
  var owner: Slot
  var top: Slot = .none
  /// The number of entries, including a tab bar at the root.
  var count: UInt32 = 0
  /// The tab bar at the root, if any.
  var rootTabBar: Slot = .none

  static let vacant = StackRecord(serial: 0, owner: .none)
  var isVacant: Bool { serial == 0 }
}

/// The content of a layer.
enum LayerContent: Equatable {
  case screen(Slot)
  case stack(Slot)
  case tabBar(Slot)
}

/// A layer of the window: its style, its content, and the layers next to it.
struct LayerRecord: NumberedRecord {
  var serial: UInt32
  var style: TransitionStyle
  var isCovering: Bool
  var isInteractive: Bool
  var presenter: Slot
  /// The screen that presented the layer, or `.none` if a coordinator presented it.
  var presenterScreen: Slot = .none
  var owner: Slot
  var content: LayerContent
  var below: Slot = .none
  var above: Slot = .none
  /// The layer's position, counted from 0 for the root layer.
  var index: UInt32 = 0
  /// The serial number of the newest screen when the layer was presented. Screens with greater
  /// numbers are newer.
  var lastScreenBefore: UInt32 = 0
  /// The slot of rarely used properties: the detents, and the message, fields and buttons of an
  /// alert.
  var details: Slot = .none
  /// The slot of the layer's `onDismiss` handler and button actions.
  var callbacks: Slot = .none

  static let vacant = LayerRecord(
    serial: 0, style: .push, isCovering: false, isInteractive: false, presenter: .none,
    owner: .none, content: .screen(.none))
  var isVacant: Bool { serial == 0 }
}

/// The tab bar of a tab coordinator. The pages form a linked list in the order of their positions.
struct TabBarRecord: TableRecord {
  var serial: UInt32
  var owner: Slot
  var firstPage: Slot = .none
  var lastPage: Slot = .none
  var selected: Slot = .none
  /// The tab view: the screen that the coordinator shows around its pages.
  var view: Slot = .none

  static let vacant = TabBarRecord(serial: 0, owner: .none)
  var isVacant: Bool { serial == 0 }
}

/// A page of a tab bar, which is one of its tabs.
struct PageRecord: TableRecord, Equatable {
  var id: Symbol
  var title: Symbol
  var icon: Symbol
  var position: Int32
  var coordinator: Slot
  var tabBar: Slot
  var next: Slot = .none
  /// The slot of the page's badge, in the table of arguments.
  var badge: Slot = .none
  /// The title while the page is selected, or `.none` if it does not change.
  var selectedTitle = Symbol.none
  /// The icon while the page is selected, or `.none` if it does not change.
  var selectedIcon = Symbol.none

  static let vacant = PageRecord(
    id: .none, title: .none, icon: .none, position: 0, coordinator: .none, tabBar: .none)
  var isVacant: Bool { tabBar == .none }
}

/// A coordinator's attachment to its parent.
enum Attachment: Equatable {
  case none
  case windowRoot
  case modal(layer: Slot)
  /// The coordinator was pushed onto the stack of its host. The coordinator's segment starts with
  /// its base screen.
  case pushed(stack: Slot)
  case page(Slot)
  /// The coordinator is the root of another coordinator and shares its stack, if any.
  case rootSlot(of: Slot)
}

/// The flags of a coordinator.
struct CoordinatorFlags: OptionSet {
  let rawValue: UInt8
  static let started = CoordinatorFlags(rawValue: 1 << 0)
  /// The running operation is finishing the coordinator.
  static let finishing = CoordinatorFlags(rawValue: 1 << 1)
  /// The coordinator belongs to a page, and is started together with the coordinators of the other
  /// pages after the `start` of the tab coordinator has returned.
  static let postponed = CoordinatorFlags(rawValue: 1 << 2)
}

/// A coordinator: its type, its place in the coordinator tree, and the layer, stack or tab bar that
/// shows it.
struct CoordinatorRecord: TableRecord {
  var serial: UInt32
  var type: Symbol
  var kind: CoordinatorKind
  var flags: CoordinatorFlags = []
  /// The number of ancestors.
  var depth: UInt16 = 0
  var attachment: Attachment = .none
  /// The layer that shows the coordinator.
  var layer: Slot = .none
  /// The stack that the coordinator pushes onto: its own stack, or the stack that it shares with
  /// its host if the coordinator is pushed or in the root slot.
  var stack: Slot = .none
  var tabBar: Slot = .none
  /// The lowest of the coordinator's own screens in its stack.
  var base: Slot = .none
  /// The coordinator in the root slot.
  var rootChild: Slot = .none
  var parent: Slot = .none
  var firstChild: Slot = .none
  var lastChild: Slot = .none
  var previousSibling: Slot = .none
  var nextSibling: Slot = .none
  var arguments: Slot = .none
  /// The slot of the coordinator's delegate and `onFinish` handler.
  var callbacks: Slot = .none
  /// The slot of the route that was set as the root before the coordinator started.
  var initialRoot: Slot = .none
  /// The slot of the coordinator's ``CoordinatorSetup``.
  var setup: Slot = .none

  static let vacant = CoordinatorRecord(serial: 0, type: .none, kind: .navigation)
  var isVacant: Bool { serial == 0 }
}

/// The window: the list of its layers, and the main coordinator.
struct WindowRecord: TableRecord {
  var rootLayer: Slot = .none
  var topLayer: Slot = .none
  var main: Slot = .none

  static let vacant = WindowRecord()
  var isVacant: Bool { false }
}
