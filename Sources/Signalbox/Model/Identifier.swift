/// The kind of object that an identifier refers to, with the letter in its printed form.
public protocol IdentifiedSubject: Sendable {
  /// The letter of the printed form, such as `s` in `s17`.
  static var letter: Character { get }
}

/// Identifies a screen, coordinator, layer, navigation stack or tab bar of an engine.
///
/// Identifiers are opaque, unique within their engine and never reused: once the object was
/// removed, every query returns `nil` and every operation is rejected as `stale`. Lookup is O(1).
/// Guarded by bench: W1.
public struct Identifier<Subject: IdentifiedSubject>: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline let slot: UInt32
  @usableFromInline let serial: UInt32

  @usableFromInline
  @inline(__always)
  init(slot: UInt32, serial: UInt32) {
    self.slot = slot
    self.serial = serial
  }

  /// The empty identifier, in records without room for an optional.
  static var none: Self { Self(bits: 0) }
  /// Whether it is the empty identifier, for any kind: serials begin at 1.
  var isNone: Bool { serial == 0 }

  /// The identifier as one number, for hosts that pass it through another language.
  @inlinable public var bits: UInt64 { UInt64(slot) << 32 | UInt64(serial) }

  /// Recreates an identifier from ``bits``; an arbitrary number identifies nothing.
  ///
  /// - Parameter bits: The number that ``bits`` of an identifier of the same kind returned.
  @inlinable
  public init(bits: UInt64) {
    self.init(
      slot: UInt32(truncatingIfNeeded: bits >> 32), serial: UInt32(truncatingIfNeeded: bits))
  }
}

extension Identifier: CustomStringConvertible {
  /// The printed form: a letter and a number, such as `s17`.
  public var description: String { "\(Subject.letter)\(serial)" }
}

extension Identifier: Comparable {
  /// Orders identifiers by age, oldest first.
  public static func < (left: Self, right: Self) -> Bool { left.serial < right.serial }
}

/// The last numbers that an engine assigned; each kind is counted separately, from 1.
struct SerialCounters {
  private var screens: UInt32 = 0
  private var coordinators: UInt32 = 0
  private var layers: UInt32 = 0
  private var stacks: UInt32 = 0
  private var tabBars: UInt32 = 0

  /// The newest number of a screen; 0 before the first.
  var lastScreen: UInt32 { screens }

  mutating func nextScreen() -> UInt32 { Self.next(&screens) }
  mutating func nextCoordinator() -> UInt32 { Self.next(&coordinators) }
  mutating func nextLayer() -> UInt32 { Self.next(&layers) }
  mutating func nextStack() -> UInt32 { Self.next(&stacks) }
  mutating func nextTabBar() -> UInt32 { Self.next(&tabBars) }

  private static func next(_ counter: inout UInt32) -> UInt32 {
    counter += 1
    return counter
  }
}

/// The subject of identifiers of screens.
public enum ScreenSubject: IdentifiedSubject {
  /// `s`.
  public static var letter: Character { "s" }
}

/// The subject of identifiers of coordinators.
public enum CoordinatorSubject: IdentifiedSubject {
  /// `c`.
  public static var letter: Character { "c" }
}

/// The subject of identifiers of layers.
public enum LayerSubject: IdentifiedSubject {
  /// `L`.
  public static var letter: Character { "L" }
}

/// The subject of identifiers of navigation stacks.
public enum StackSubject: IdentifiedSubject {
  /// `n`.
  public static var letter: Character { "n" }
}

/// The subject of identifiers of tab bars.
public enum TabBarSubject: IdentifiedSubject {
  /// `t`.
  public static var letter: Character { "t" }
}

/// Identifies a screen: `s17`.
public typealias ScreenID = Identifier<ScreenSubject>
/// Identifies a coordinator: `c3`.
public typealias CoordinatorID = Identifier<CoordinatorSubject>
/// Identifies a layer of the window: `L2`.
public typealias LayerID = Identifier<LayerSubject>
/// Identifies a navigation stack: `n4`.
public typealias StackID = Identifier<StackSubject>
/// Identifies a tab bar: `t1`.
public typealias TabBarID = Identifier<TabBarSubject>
