/// The flags of a screen.
struct ScreenFlags: OptionSet {
  let rawValue: UInt8
  /// The screen has presented layers, which are removed together with it.
  static let hasPresented = ScreenFlags(rawValue: 1 << 1)
  /// The screen has a host object.
  static let hasPayload = ScreenFlags(rawValue: 1 << 2)
  /// The user cannot swipe its layer away.
  static let isDismissDisabled = ScreenFlags(rawValue: 1 << 3)
  /// The user cannot swipe back from the screen.
  static let isSwipeBackDisabled = ScreenFlags(rawValue: 1 << 4)
}

/// A screen and its entry in a stack. A screen is in one place only (invariant I8), so both share a
/// record.
struct ScreenRecord: NumberedRecord {
  var serial: UInt32
  var name: Symbol
  var owner: Slot
  /// The stack that contains the screen, or none if it fills a layer by itself.
  var stack: Slot = .none
  /// The screen below it in the stack, or none for the lowest.
  var below: Slot = .none
  /// Its index in the stack, 0 for the root.
  var index: UInt32 = 0
  /// The layer that it fills by itself, or none if it is in a stack.
  var layer: Slot = .none
  /// The slot of its arguments.
  var arguments: Slot = .none
  /// The slot of its object and its `onDismiss`.
  var callbacks: Slot = .none
  var flags: ScreenFlags = []
  /// How it was pushed: `push`, or a registered style of pushes.
  var style = TransitionStyle.push

  static let vacant = ScreenRecord(serial: 0, name: .none, owner: .none)
  var isVacant: Bool { serial == 0 }
}

/// The arguments of a screen or coordinator, stored apart from its record so that records stay
/// trivial.
struct ArgumentsRecord: TableRecord {
  var arguments: NavigationArguments?
  /// The route that created the object, if it differs from the object's name and arguments.
  var origin: RouteOrigin?

  static let vacant = ArgumentsRecord(arguments: nil)
  var isVacant: Bool { arguments == nil }
}

/// A route and the arguments that the call passed.
final class RouteOrigin: Sendable {
  let route: Symbol
  let arguments: NavigationArguments

  init(route: Symbol, arguments: NavigationArguments) {
    self.route = route
    self.arguments = arguments
  }
}

/// A navigation stack: a linked list of screens from the top down, in which a push or pop changes
/// one link at any depth.
struct StackRecord: TableRecord {
  var serial: UInt32
  var owner: Slot
  var top: Slot = .none
  /// The number of entries, including a tab bar at the root.
  var count: UInt32 = 0
  /// The tab bar at the root, if there is one.
  var rootTabBar: Slot = .none

  static let vacant = StackRecord(serial: 0, owner: .none)
  var isVacant: Bool { serial == 0 }
}

/// What fills a layer.
enum LayerContent: Equatable {
  case screen(Slot)
  case stack(Slot)
  case tabBar(Slot)
}

struct LayerRecord: NumberedRecord {
  var serial: UInt32
  var style: TransitionStyle
  var isCovering: Bool
  var isInteractive: Bool
  var presenter: Slot
  /// The screen that presented it, if a screen presented it instead of its coordinator.
  var presenterScreen: Slot = .none
  var owner: Slot
  var content: LayerContent
  var below: Slot = .none
  var above: Slot = .none
  /// The position among the layers, or 0 for the root layer.
  var index: UInt32 = 0
  /// The serial number of the newest screen when the layer was presented: screens with greater
  /// numbers are newer.
  var lastScreenBefore: UInt32 = 0
  /// The slot of rarely used properties: detents, and the message, fields and
  /// buttons of an alert.
  var details: Slot = .none
  /// The slot of its `onDismiss` and of the actions of its buttons.
  var callbacks: Slot = .none

  static let vacant = LayerRecord(
    serial: 0, style: .push, isCovering: false, isInteractive: false, presenter: .none,
    owner: .none, content: .screen(.none))
  var isVacant: Bool { serial == 0 }
}

struct TabBarRecord: TableRecord {
  var serial: UInt32
  var owner: Slot
  var firstPage: Slot = .none
  var lastPage: Slot = .none
  var selected: Slot = .none
  /// The screen that the coordinator shows around its pages.
  var view: Slot = .none

  static let vacant = TabBarRecord(serial: 0, owner: .none)
  var isVacant: Bool { serial == 0 }
}

struct PageRecord: TableRecord {
  var id: Symbol
  var title: Symbol
  var icon: Symbol
  var position: Int32
  var coordinator: Slot
  var tabBar: Slot
  var next: Slot = .none
  /// The slot of its badge, in the table of arguments.
  var badge: Slot = .none
  /// The title while the page is selected, or none if it is the same.
  var selectedTitle = Symbol.none
  /// The icon while the page is selected, or none if it is the same.
  var selectedIcon = Symbol.none

  static let vacant = PageRecord(
    id: .none, title: .none, icon: .none, position: 0, coordinator: .none, tabBar: .none)
  var isVacant: Bool { tabBar == .none }
}

/// How a coordinator is attached.
enum Attachment: Equatable {
  case none
  case windowRoot
  case modal(layer: Slot)
  /// The coordinator was pushed onto the stack of its host, where its segment starts with its base
  /// screen.
  case pushed(stack: Slot)
  case page(Slot)
  /// The coordinator is the root of another one, whose stack it shares if there is one.
  case rootSlot(of: Slot)
}

struct CoordinatorFlags: OptionSet {
  let rawValue: UInt8
  static let started = CoordinatorFlags(rawValue: 1 << 0)
  /// The running operation is finishing the coordinator.
  static let finishing = CoordinatorFlags(rawValue: 1 << 1)
  /// The page starts together with the other pages after the `start` of its tab coordinator has
  /// returned.
  static let postponed = CoordinatorFlags(rawValue: 1 << 2)
}

struct CoordinatorRecord: TableRecord {
  var serial: UInt32
  var type: Symbol
  var kind: CoordinatorKind
  var flags: CoordinatorFlags = []
  /// The number of ancestors.
  var depth: UInt16 = 0
  var attachment: Attachment = .none
  /// The layer that shows it.
  var layer: Slot = .none
  /// The stack that it pushes onto: its own stack, or its host's if it was pushed.
  var stack: Slot = .none
  var tabBar: Slot = .none
  /// The lowest of its own screens in its stack.
  var base: Slot = .none
  /// The coordinator at its root (in its root slot).
  var rootChild: Slot = .none
  var parent: Slot = .none
  var firstChild: Slot = .none
  var lastChild: Slot = .none
  var previousSibling: Slot = .none
  var nextSibling: Slot = .none
  var arguments: Slot = .none
  /// The slot of its delegate and of its `onFinish`.
  var callbacks: Slot = .none
  /// The slot of the route that was set as its root before it started.
  var initialRoot: Slot = .none
  /// The slot of its ``CoordinatorSetup``.
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
