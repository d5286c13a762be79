internal import Signalbox

/// The virtual clock of a fixture as a Swift clock: tasks that sleep with it wake when the test
/// advances time.
///
/// ```swift
/// let service = SessionService(clock: app.clock)  // takes any Clock<Duration>
/// app.advance(by: .seconds(30))  // and its `clock.sleep(for: .seconds(30))` has returned
/// ```
public struct NavigationClock: Clock {
  /// A point in virtual time.
  public struct Instant: InstantProtocol {
    /// The duration since the beginning of the session.
    public let offset: Duration

    /// Creates the point a duration after the beginning.
    ///
    /// - Parameter offset: The virtual time since the session began.
    public init(offset: Duration) { self.offset = offset }

    /// Returns the point a duration later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration to another point.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether the first point is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let sleeps: SleepList

  /// The current point in time.
  public var now: Instant { Instant(offset: .milliseconds(sleeps.now)) }

  /// Virtual time is counted in milliseconds.
  public var minimumResolution: Duration { .milliseconds(1) }

  /// Sleeps until the test has advanced time to a deadline, rounded up to milliseconds.
  ///
  /// - Throws: `CancellationError` if the task is cancelled or the session is closed.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await sleeps.sleep(until: deadline.offset.wholeMilliseconds)
  }
}
