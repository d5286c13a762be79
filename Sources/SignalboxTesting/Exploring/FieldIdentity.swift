internal import Signalbox

/// The identity of the stored properties of coordinators, including all values that can be reached
/// from them.
///
/// Identifiers are replaced with the positions of the items to which they refer, so different paths
/// to the same state result in equal keys. Closures, actors, and values without stored properties
/// and without a hash value cannot be compared.
struct FieldIdentity {
  private(set) var key = StateKey()
  /// The properties whose values could not be compared, such as `Home.onClose`.
  private(set) var uncompared: Set<String> = []
  /// The keys of the values, keyed by property. The dictionary is empty unless the keys were
  /// requested.
  private(set) var values: [String: StateKey] = [:]
  /// Whether the keys of the values are kept in ``values``.
  private let keepsValues: Bool
  /// The type of the coordinator, followed by the properties that lead to the current value.
  private var path: [String] = []
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

  /// Reads the properties of all running coordinators. Cost: O(values that the properties
  /// reference).
  ///
  /// - Parameter keepsValues: Whether to keep the key of each value, to name the properties that
  ///   differ.
  init(_ engine: NavigationEngine, keepingValues keepsValues: Bool = false) {
    (self.engine, self.keepsValues) = (engine, keepsValues)
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
      path = ["\(type(of: delegate))"]
      add(fieldsOf: Mirror(reflecting: delegate), 0)
    }
    path = []
    for timer in engine.pendingTimers {
      key.add(timer.owner.flatMap { coordinators[$0] } ?? -1)
      key.add(Int((timer.deadline - engine.now) / .milliseconds(1)))
    }
    key.add(engine.nextDeadline.map { Int(($0 - engine.now) / .milliseconds(1)) } ?? -1)
    for work in engine.openWork { key.add(work.owner.flatMap { coordinators[$0] } ?? -1) }
  }

  /// Returns the sorted names of the properties whose values differ.
  func differences(from other: FieldIdentity) -> [String] {
    Set(values.keys).union(other.values.keys).filter { values[$0] != other.values[$0] }.sorted()
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
        add(child, depth)
      }
      mirror = current.superclassMirror
    }
  }

  /// Adds a property with its value.
  private mutating func add(_ child: Mirror.Child, _ depth: Int) {
    key.add(child.label ?? "")
    // The wrapped value of an optional belongs to the same property as the optional.
    let isNamed = child.label != nil && child.label != "some"
    if isNamed, let label = child.label { path.append(label) }
    defer { if isNamed { path.removeLast() } }
    guard keepsValues else { return add(child.value, depth + 1) }
    let outer = key
    key = StateKey()
    add(child.value, depth + 1)
    values[name, default: StateKey()].add(key)
    key = outer
  }

  /// The property that is being read, such as `Home.account.isSignedIn`.
  private var name: String { path.joined(separator: ".") }

  private mutating func add(_ value: Any, _ depth: Int) {
    count += 1
    guard count <= Self.maxValues, depth <= Self.maxDepth else {
      uncompared.insert(name)
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
      uncompared.insert(name)
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
      uncompared.insert(name)
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
