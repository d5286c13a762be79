/// What a fixture checks when it ends, in addition to the expectations of the test.
///
/// ```swift
/// let app = try NavigationFixture(exhaustivity: .on) { try AccountApp.register(in: $0.engine) }
/// ```
///
/// The default is ``off``: a test fails only for what it expects, for rejections and for errors.
///
/// The checks run when the fixture is released or closed. A fixture in a property of an `XCTestCase`
/// is released after all tests: call ``NavigationFixture/close()`` in `tearDown()`. Scenarios have an
/// option of their own: `exhaustive = true`.
public struct Exhaustivity: Hashable, Sendable {
  /// What is checked.
  public struct Checks: OptionSet, Hashable, Sendable {
    /// The bits of the checks.
    public let rawValue: UInt8

    /// Creates checks from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Every change was compared by an expectation that shows it.
    public static let changes = Checks(rawValue: 1 << 0)
    /// No asynchronous work, sleeping task or operation is in progress.
    public static let work = Checks(rawValue: 1 << 1)
    /// No timer is set.
    public static let timers = Checks(rawValue: 1 << 2)
    /// All checks.
    public static let all: Checks = [.changes, .work, .timers]
  }

  /// What is checked.
  public let checks: Checks
  /// Whether findings are warnings, which do not fail the test. XCTest has no warnings and reports
  /// nothing.
  public let isWarning: Bool

  /// Nothing is checked.
  public static let off = Exhaustivity(checks: [], isWarning: false)
  /// Everything is checked, and findings fail the test.
  public static let on = on(.all)
  /// Everything is checked, and findings are warnings.
  public static let warnings = Exhaustivity(checks: .all, isWarning: true)

  /// Returns an exhaustivity whose findings fail the test.
  ///
  /// - Parameter checks: What is checked.
  public static func on(_ checks: Checks) -> Exhaustivity {
    Exhaustivity(checks: checks, isWarning: false)
  }
}
