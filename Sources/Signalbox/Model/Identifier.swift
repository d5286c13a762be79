/// The kind of object that an identifier refers to. The kind determines the first letter of the
/// printed form.
public protocol IdentifiedSubject: Sendable {
  /// The first letter of the printed form, such as `s` in `s17`.
  static var letter: Character { get }
}

/// Identifies a screen, coordinator, layer, navigation stack or tab bar of an engine.
///
/// Identifiers are opaque and unique within their engine. They are reused only after
/// ``NavigationEngine/rewind(to:)``. After the object has been removed, queries return `nil` and
/// operations are rejected as `stale`. Lookup is O(1). Benchmark: `W1`.
public struct Identifier<Subject: IdentifiedSubject>: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline let slot: UInt32
  @usableFromInline let serial: UInt32

  @usableFromInline
  @inline(__always)
  init(slot: UInt32, serial: UInt32) {
    self.slot = slot
    self.serial = serial
  }

  /// The empty identifier, for records that cannot store an optional.
  static var none: Self { Self(bits: 0) }
  /// Whether this is the empty identifier. Serial numbers begin at 1 for every kind.
  var isNone: Bool { serial == 0 }

  /// The identifier as an integer, for hosts that pass it through another language.
  @inlinable public var bits: UInt64 { UInt64(slot) << 32 | UInt64(serial) }

  /// Recreates an identifier from ``bits``. Any other integer identifies no object.
  ///
  /// - Parameter bits: The ``bits`` of another identifier of this kind.
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
  /// Returns whether the left identifier is older than the right identifier.
  public static func < (left: Self, right: Self) -> Bool { left.serial < right.serial }
}

/// The last serial numbers assigned by an engine. Each kind is numbered separately, from 1.
struct SerialCounters {
  private var screens: UInt32 = 0
  private var coordinators: UInt32 = 0
  private var layers: UInt32 = 0
  private var stacks: UInt32 = 0
  private var tabBars: UInt32 = 0

  /// The serial number of the newest screen, or 0 if no screen has been created.
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

/// The subject of screen identifiers.
public enum ScreenSubject: IdentifiedSubject {
  /// The letter `s`.
  public static var letter: Character { "s" }
}

/// The subject of coordinator identifiers.
public enum CoordinatorSubject: IdentifiedSubject {
  /// The letter `c`.
  public static var letter: Character { "c" }
}

/// The subject of layer identifiers.
public enum LayerSubject: IdentifiedSubject {
  /// The letter `L`.
  public static var letter: Character { "L" }
}

/// The subject of navigation stack identifiers.
public enum StackSubject: IdentifiedSubject {
  /// The letter `n`.
  public static var letter: Character { "n" }
}

/// The subject of tab bar identifiers.
public enum TabBarSubject: IdentifiedSubject {
  /// The letter `t`.
  public static var letter: Character { "t" }
}

/// Identifies a screen. The printed form is `s17`, for example.
public typealias ScreenID = Identifier<ScreenSubject>
/// Identifies a coordinator. The printed form is `c3`, for example.
public typealias CoordinatorID = Identifier<CoordinatorSubject>
/// Identifies a layer of the window. The printed form is `L2`, for example.
public typealias LayerID = Identifier<LayerSubject>
/// Identifies a navigation stack. The printed form is `n4`, for example.
public typealias StackID = Identifier<StackSubject>
/// Identifies a tab bar. The printed form is `t1`, for example.
public typealias TabBarID = Identifier<TabBarSubject>

extension Identifier {
  /// Creates the identifier that represents an application's object in a mirror. The slot of the
  /// object's record is the object's number.
  package init(mirroring number: Int) {
    let serial = UInt32(clamping: number)
    self.init(slot: serial, serial: serial)
  }

  /// The number in the identifier's printed form.
  package var number: Int { Int(serial) }
}
