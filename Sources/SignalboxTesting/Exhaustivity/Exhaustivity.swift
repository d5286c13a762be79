/// The checks that a fixture performs when it ends, in addition to the expectations of the test.
///
/// ```swift
/// let app = try NavigationFixture(exhaustivity: .on) { try AccountApp.register(in: $0.engine) }
/// ```
///
/// The default is ``off``: a test fails only because of its expectations, rejections and errors.
///
/// The checks run when the fixture is released or closed. A fixture in a property of an
/// `XCTestCase` is released after all tests: call ``NavigationFixture/close()`` in `tearDown()`.
/// Scenarios have a separate option, `exhaustive = true`.
public struct Exhaustivity: Hashable, Sendable {
  /// The checks to perform.
  public struct Checks: OptionSet, Hashable, Sendable {
    /// The bits of the checks.
    public let rawValue: UInt8

    /// Creates checks from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Checks that every change has been compared by an expectation.
    public static let changes = Checks(rawValue: 1 << 0)
    /// Checks that no asynchronous work, sleeping task or operation is in progress.
    public static let work = Checks(rawValue: 1 << 1)
    /// Checks that no timer is pending.
    public static let timers = Checks(rawValue: 1 << 2)
    /// All checks.
    public static let all: Checks = [.changes, .work, .timers]
  }

  /// The checks to perform.
  public let checks: Checks
  /// Whether findings are warnings, which do not cause the test to fail. XCTest does not support
  /// warnings, so XCTest reports nothing.
  public let isWarning: Bool

  /// Performs no checks.
  public static let off = Exhaustivity(checks: [], isWarning: false)
  /// Performs all checks. Findings cause the test to fail.
  public static let on = on(.all)
  /// Performs all checks. Findings are warnings.
  public static let warnings = Exhaustivity(checks: .all, isWarning: true)

  /// Returns a setting that performs the given checks. Findings cause the test to fail.
  ///
  /// - Parameter checks: The checks to perform.
  public static func on(_ checks: Checks) -> Exhaustivity {
    Exhaustivity(checks: checks, isWarning: false)
  }
}
