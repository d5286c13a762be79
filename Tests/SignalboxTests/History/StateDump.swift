@testable import Signalbox

/// The fields of all reachable records in a state, without identifiers. Two states are equal if
/// their dumps are equal.
///
/// Reflection finds the fields, so new fields are included automatically. Fields that refer to
/// other tables must be listed in ``references``, and fields that snapshots omit in ``exceptions``.
struct StateDump {
  enum Kind: String { case screen, arguments, stack, layer, tabBar, page, coordinator }

  /// The fields that are slots in other tables.
  private static let references: [String: [String: Kind]] = [
    "ScreenRecord": [
      "owner": .coordinator, "stack": .stack, "below": .screen, "layer": .layer,
      "arguments": .arguments,
    ],
    "ArgumentsRecord": [:],
    "StackRecord": ["owner": .coordinator, "top": .screen, "rootTabBar": .tabBar],
    "LayerRecord": [
      "presenter": .coordinator, "presenterScreen": .screen, "owner": .coordinator,
      "below": .layer, "above": .layer, "details": .arguments,
    ],
    "TabBarRecord": [
      "owner": .coordinator, "firstPage": .page, "lastPage": .page, "selected": .page,
      "view": .screen,
    ],
    "PageRecord": [
      "coordinator": .coordinator, "tabBar": .tabBar, "next": .page, "badge": .arguments,
    ],
    "CoordinatorRecord": [
      "layer": .layer, "stack": .stack, "tabBar": .tabBar, "base": .screen,
      "rootChild": .coordinator, "parent": .coordinator, "firstChild": .coordinator,
      "lastChild": .coordinator, "previousSibling": .coordinator, "nextSibling": .coordinator,
      "arguments": .arguments, "initialRoot": .arguments, "setup": .arguments,
    ],
    "WindowRecord": ["rootLayer": .layer, "topLayer": .layer, "main": .coordinator],
  ]

  /// Numeric fields that are not slots.
  private static let numbers = [
    "ScreenRecord.index", "StackRecord.count", "LayerRecord.index", "PageRecord.position",
  ]

  /// The fields that snapshots intentionally omit (decision 0055): identifiers, the relative age of
  /// shown items, and callbacks.
  static let exceptions: Set = [
    "ScreenRecord.serial", "StackRecord.serial", "LayerRecord.serial", "TabBarRecord.serial",
    "CoordinatorRecord.serial", "LayerRecord.lastScreenBefore",
    "ScreenRecord.callbacks", "LayerRecord.callbacks", "CoordinatorRecord.callbacks",
  ]

  /// Snapshots omit callbacks and host objects. The layers determine whether a screen has presented
  /// a layer.
  private static let lostFlags: ScreenFlags = [.hasPayload, .hasPresented]

  private let engine: NavigationEngine
  private(set) var lines: [String] = []
  /// The fields whose values differ from a free slot.
  private(set) var filled: Set<String> = []
  /// The fields that the tables above do not list.
  private(set) var unknown: Set<String> = []
  private var numbersByKind: [Kind: [Slot: Int]] = [:]
  private var waiting: [(Kind, Slot)] = []

  init(_ engine: NavigationEngine) {
    self.engine = engine
    let state = engine.state
    write(state.window, WindowRecord.vacant, as: "window")
    var next = 0
    while next < waiting.count {
      let (kind, slot) = waiting[next]
      let name = "\(kind.rawValue)\(number(kind, slot))"
      next += 1
      switch kind {
      case .screen: write(state.screens[slot], .vacant, as: name)
      case .arguments: write(state.arguments[slot], .vacant, as: name)
      case .stack: write(state.stacks[slot], .vacant, as: name)
      case .layer: write(state.layers[slot], .vacant, as: name)
      case .tabBar: write(state.tabBars[slot], .vacant, as: name)
      case .page: write(state.pages[slot], .vacant, as: name)
      case .coordinator: write(state.coordinators[slot], .vacant, as: name)
      }
    }
  }

  /// Returns the first difference between two states, or `nil` if they are equal.
  func difference(from other: StateDump) -> String? {
    for (line, otherLine) in zip(lines, other.lines) where line != otherLine {
      return "\(line), expected \(otherLine)"
    }
    return lines.count == other.lines.count ? nil : "one state has more records"
  }

  /// The fields of all kinds of records.
  static var fields: Set<String> {
    let vacant: [Any] = [
      ScreenRecord.vacant, ArgumentsRecord.vacant, StackRecord.vacant, LayerRecord.vacant,
      TabBarRecord.vacant, PageRecord.vacant, CoordinatorRecord.vacant, WindowRecord.vacant,
    ]
    return Set(
      vacant.flatMap { record in
        Mirror(reflecting: record).children.map { "\(type(of: record)).\($0.label ?? "")" }
      })
  }

  // MARK: - Writing

  private mutating func write<Record: TableRecord>(
    _ record: Record, _ vacant: Record, as name: String
  ) {
    for (field, free) in zip(
      Mirror(reflecting: record).children, Mirror(reflecting: vacant).children)
    {
      let (type, label) = ("\(Record.self)", field.label ?? "")
      if Self.exceptions.contains("\(type).\(label)") { continue }
      if "\(field.value)" != "\(free.value)" { filled.insert("\(type).\(label)") }
      lines.append("\(name).\(label) = \(text(field.value, type, label))")
    }
  }

  private mutating func text(_ value: Any, _ type: String, _ label: String) -> String {
    let symbols = engine.symbols
    switch value {
    case let slot as Slot:
      if let kind = Self.references[type]?[label] { return reference(kind, slot) }
      if !Self.numbers.contains("\(type).\(label)") { unknown.insert("\(type).\(label)") }
      return "\(slot)"
    case let symbol as Symbol: return symbols[symbol]
    case let origin as RouteOrigin: return "\(symbols[origin.route]) \(origin.arguments)"
    case let style as TransitionStyle: return engine.registry.styles.name(of: style)
    case let flags as ScreenFlags: return "\(flags.subtracting(Self.lostFlags).rawValue)"
    case let flags as CoordinatorFlags: return "\(flags.rawValue)"
    case let content as LayerContent:
      return switch content {
      case .screen(let slot): reference(.screen, slot)
      case .stack(let slot): reference(.stack, slot)
      case .tabBar(let slot): reference(.tabBar, slot)
      }
    case let attachment as Attachment: return text(attachment)
    case let arguments as NavigationArguments?: return arguments.map { "\($0)" } ?? "none"
    case is Bool, is Int32, is UInt16, is CoordinatorKind: return "\(value)"
    default:
      guard case let mirror = Mirror(reflecting: value), mirror.displayStyle == .optional else {
        unknown.insert("\(type).\(label)")
        return "\(value)"
      }
      return mirror.children.first.map { text($0.value, type, label) } ?? "none"
    }
  }

  private mutating func text(_ attachment: Attachment) -> String {
    switch attachment {
    case .none: "none"
    case .windowRoot: "window"
    case .modal(let layer): "modal " + reference(.layer, layer)
    case .pushed(let stack): "pushed " + reference(.stack, stack)
    case .page(let page): "page " + reference(.page, page)
    case .rootSlot(let host): "root of " + reference(.coordinator, host)
    }
  }

  private mutating func reference(_ kind: Kind, _ slot: Slot) -> String {
    slot == .none ? "none" : "\(kind.rawValue)\(number(kind, slot))"
  }

  /// Numbers records in the order of the visits.
  private mutating func number(_ kind: Kind, _ slot: Slot) -> Int {
    if let known = numbersByKind[kind]?[slot] { return known }
    let number = (numbersByKind[kind]?.count ?? 0) + 1
    numbersByKind[kind, default: [:]][slot] = number
    waiting.append((kind, slot))
    return number
  }
}
