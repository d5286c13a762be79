internal import Signalbox

/// The identity of the stored properties of coordinators, including all values that can be reached
/// from them.
///
/// Identifiers are described by the objects to which they refer, so different paths to the same
/// state have equal keys. Closures, actors, and values without stored properties and without a hash
/// value cannot be compared.
struct FieldIdentity {
  private(set) var key = StateKey()
  /// Whether a value could not be compared.
  private(set) var isIncomplete = false
  private let engine: NavigationEngine
  /// The positions of the running coordinators, keyed by their delegates.
  private let delegates: [ObjectIdentifier: Int]
  private let coordinators: [CoordinatorID: Int]
  private let screens: [ScreenID: Int]
  private let timers: [TimerID: Int]
  private var objects: [ObjectIdentifier: Int] = [:]
  private var count = 0

  /// The number of values after which the rest of a state is not compared.
  private static let maxValues = 20_000
  private static let maxDepth = 64

  /// Reads the properties of all living coordinators. Cost: O(reachable values).
  init(_ engine: NavigationEngine) {
    self.engine = engine
    var order: [CoordinatorID] = []
    var rest = engine.main.map { [$0] } ?? []
    while let id = rest.popLast() {
      order.append(id)
      rest += engine.children(of: id).reversed()
    }
    let living = order.map { engine.delegate(of: $0) }
    coordinators = Self.positions(order)
    delegates = Self.positions(living.map { $0.map { ObjectIdentifier($0) } })
    screens = Self.positions(engine.shownScreens.map(\.id))
    timers = Self.positions(engine.pendingTimers.map(\.id))
    for (position, delegate) in living.enumerated() {
      guard let delegate else { continue }
      key.add(position)
      add(fieldsOf: Mirror(reflecting: delegate), 0)
    }
    for timer in engine.pendingTimers {
      key.add(timer.owner.flatMap { coordinators[$0] } ?? -1)
      key.add(Int((timer.deadline - engine.now) / .milliseconds(1)))
    }
    key.add(engine.nextDeadline.map { Int(($0 - engine.now) / .milliseconds(1)) } ?? -1)
    for work in engine.openWork { key.add(work.owner.flatMap { coordinators[$0] } ?? -1) }
  }

  private static func positions<ID: Hashable>(_ ids: [ID?]) -> [ID: Int] {
    var positions: [ID: Int] = [:]
    for (position, id) in ids.enumerated() {
      if let id { positions[id] = position }
    }
    return positions
  }

  private mutating func add(fieldsOf mirror: Mirror, _ depth: Int) {
    var mirror: Mirror? = mirror
    while let current = mirror {
      for child in current.children {
        key.add(child.label ?? "")
        add(child.value, depth + 1)
      }
      mirror = current.superclassMirror
    }
  }

  private mutating func add(_ value: Any, _ depth: Int) {
    count += 1
    guard count <= Self.maxValues, depth <= Self.maxDepth else {
      isIncomplete = true
      return
    }
    switch value {
    case let value as Bool: key.add(value)
    case let value as Int: key.add(value)
    case let value as String: key.add(value)
    case let value as Double: key.add(value.bitPattern)
    case is any EngineHandle: key.add(-10)
    case let value as CoordinatorID: key.add(coordinators[value] ?? -11)
    case let value as ScreenID: key.add(screens[value] ?? -12)
    case let value as LayerID: key.add(engine.shownLayers.firstIndex(of: value) ?? -13)
    case let value as TimerID: key.add(timers[value] ?? -14)
    case is WorkID: key.add(-15)
    case is any Actor:
      key.add(-16)
      isIncomplete = true
    default: addStructure(of: value, depth)
    }
  }

  private mutating func addStructure(of value: Any, _ depth: Int) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .class: add(object: value as AnyObject, mirror, depth)
    case .dictionary, .set: addUnordered(mirror, depth)
    case .enum:
      guard let child = mirror.children.first else { return addLeaf(value) }
      key.add(child.label ?? "")
      add(child.value, depth + 1)
    case .none: addLeaf(value)
    default:
      key.add(mirror.children.count)
      if mirror.children.isEmpty, mirror.displayStyle == .struct {
        addLeaf(value)
      } else {
        add(fieldsOf: mirror, depth)
      }
    }
  }

  /// Adds a value without stored properties.
  private mutating func addLeaf(_ value: Any) {
    if let value = value as? any BinaryInteger {
      key.add(UInt64(truncatingIfNeeded: value))
    } else if let value = value as? any Hashable {
      key.add(value.hashValue)
    } else {
      key.add(-17)
      isIncomplete = true
    }
  }

  private mutating func add(object: AnyObject, _ mirror: Mirror, _ depth: Int) {
    let id = ObjectIdentifier(object)
    if let position = delegates[id] {
      key.add(position)
    } else if let number = objects[id] {
      key.add(number)
    } else {
      objects[id] = objects.count
      key.add("\(mirror.subjectType)")
      add(fieldsOf: mirror, depth)
    }
  }

  /// Adds members whose order is not significant.
  private mutating func addUnordered(_ mirror: Mirror, _ depth: Int) {
    key.add(mirror.children.count)
    let outer = key
    var (high, low) = (UInt64(0), UInt64(0))
    for child in mirror.children {
      key = StateKey()
      add(child.value, depth + 1)
      (high, low) = (high &+ key.high, low &+ key.low)
    }
    key = outer
    key.add(StateKey(high: high, low: low))
  }
}
