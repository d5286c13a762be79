/// The virtual clock of a fixture as a clock of Swift: who sleeps by it wakes when the test lets time
/// pass, and no test waits.
///
/// ```swift
/// let service = SessionService(clock: app.clock)  // takes any Clock<Duration>
/// app.advance(by: .seconds(30))  // and its `clock.sleep(for: .seconds(30))` has returned
/// ```
public struct NavigationClock: Clock {
  /// A moment in virtual time.
  public struct Instant: InstantProtocol {
    /// How long after the beginning of the session it is.
    public let offset: Duration

    /// A moment so long after the beginning.
    public init(offset: Duration) { self.offset = offset }

    /// The moment so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How much later another moment is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether it is the earlier one.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let sleeps: SleepList

  /// The present moment.
  public var now: Instant { Instant(offset: .milliseconds(sleeps.now)) }

  /// Virtual time is counted in milliseconds.
  public var minimumResolution: Duration { .milliseconds(1) }

  /// Sleeps until the test has let so much time pass. A part of a millisecond counts as a whole one.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, and when the session is closed.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await sleeps.sleep(until: deadline.offset.wholeMilliseconds)
  }
}

extension Duration {
  /// Milliseconds, rounded up; never more than `Int.max`.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (product, overflows) = Int(seconds).multipliedReportingOverflow(by: 1000)
    if overflows { return seconds < 0 ? .min : .max }
    let part = attoseconds / 1_000_000_000_000_000
    let rest = attoseconds % 1_000_000_000_000_000 > 0 ? 1 : 0
    let (sum, overflowsToo) = product.addingReportingOverflow(Int(part) + rest)
    return overflowsToo ? .max : sum
  }
}
