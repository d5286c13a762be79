internal import Signalbox

/// The virtual clock of a fixture as a Swift clock. Tasks that sleep with this clock wake when the
/// test advances time.
///
/// ```swift
/// let clock: any Clock<Duration> = app.clock
/// let task = Task {
///   for number in 1...3 {
///     try await clock.sleep(for: .seconds(1))
///     log.add("\(number)")
///   }
/// }
/// await app.advance(by: .seconds(2))
/// ```
public struct NavigationClock: Clock {
  /// A point in virtual time.
  public struct Instant: InstantProtocol {
    /// The virtual time since the fixture was created.
    public let offset: Duration

    /// Creates an instant from the virtual time since the fixture was created.
    ///
    /// - Parameter offset: The virtual time since the fixture was created.
    public init(offset: Duration) { self.offset = offset }

    /// Returns the instant that is the given duration later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration to another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether the first instant precedes the second.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let sleeps: SleepList

  /// The current virtual time.
  public var now: Instant { Instant(offset: .milliseconds(sleeps.now)) }

  /// The resolution of virtual time, which is a millisecond.
  public var minimumResolution: Duration { .milliseconds(1) }

  /// Suspends the task until the test has advanced time to a deadline, which is rounded up to
  /// milliseconds.
  ///
  /// - Throws: `CancellationError` if the task is cancelled or the fixture is closed.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await sleeps.sleep(until: deadline.offset.wholeMilliseconds)
  }
}
