/// The kind of object that an identifier refers to, including the letter of its printed form.
public protocol IdentifiedSubject: Sendable {
  /// The letter of the printed form, such as `s` in `s17`.
  static var letter: Character { get }
}

/// Identifies a screen, coordinator, layer, navigation stack or tab bar of an engine.
///
/// Identifiers are opaque, unique within their engine and never reused: after the object has been
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

  /// The empty identifier, for records that have no room for an optional.
  static var none: Self { Self(bits: 0) }
  /// Whether this is the empty identifier; serial numbers begin at 1 for every kind.
  var isNone: Bool { serial == 0 }

  /// The identifier as an integer, for hosts that pass it through another language.
  @inlinable public var bits: UInt64 { UInt64(slot) << 32 | UInt64(serial) }

  /// Recreates an identifier from ``bits``. An arbitrary integer identifies no object.
  ///
  /// - Parameter bits: The ``bits`` of an identifier of the same kind.
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

/// The last serial numbers that an engine assigned. Each kind is numbered separately, from 1.
struct SerialCounters {
  private var screens: UInt32 = 0
  private var coordinators: UInt32 = 0
  private var layers: UInt32 = 0
  private var stacks: UInt32 = 0
  private var tabBars: UInt32 = 0

  /// The serial number of the newest screen, or 0 if there has been none.
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

/// Marks the identifiers of screens.
public enum ScreenSubject: IdentifiedSubject {
  /// The letter `s`.
  public static var letter: Character { "s" }
}

/// Marks the identifiers of coordinators.
public enum CoordinatorSubject: IdentifiedSubject {
  /// The letter `c`.
  public static var letter: Character { "c" }
}

/// Marks the identifiers of layers.
public enum LayerSubject: IdentifiedSubject {
  /// The letter `L`.
  public static var letter: Character { "L" }
}

/// Marks the identifiers of navigation stacks.
public enum StackSubject: IdentifiedSubject {
  /// The letter `n`.
  public static var letter: Character { "n" }
}

/// Marks the identifiers of tab bars.
public enum TabBarSubject: IdentifiedSubject {
  /// The letter `t`.
  public static var letter: Character { "t" }
}

/// Identifies a screen; printed as `s17`.
public typealias ScreenID = Identifier<ScreenSubject>
/// Identifies a coordinator; printed as `c3`.
public typealias CoordinatorID = Identifier<CoordinatorSubject>
/// Identifies a layer of the window; printed as `L2`.
public typealias LayerID = Identifier<LayerSubject>
/// Identifies a navigation stack; printed as `n4`.
public typealias StackID = Identifier<StackSubject>
/// Identifies a tab bar; printed as `t1`.
public typealias TabBarID = Identifier<TabBarSubject>
