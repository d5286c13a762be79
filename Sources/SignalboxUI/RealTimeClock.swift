public import Signalbox

/// Advances an engine's clock in real time, so that coordinator timers fire in an application.
///
/// Without this clock, the virtual time of an engine with a stage does not advance by itself. The
/// clock sleeps until the engine's next deadline, which is a timer or the time limit of a
/// transition. The clock checks for earlier deadlines when an operation begins and when an
/// operation settles. If you set a timer outside an operation, call ``advance()`` afterwards.
///
/// ```swift
/// let clock = RealTimeClock(engine)
/// clock.start()
/// ```
@MainActor
public final class RealTimeClock {
  private weak var engine: NavigationEngine?
  private let now: @MainActor () -> Duration
  private let mainLoop: MainLoop
  /// The real time at which the engine's time was 0, or `nil` while the clock is stopped.
  private var origin: Duration?
  private var observation: ObserverID?
  /// The number of the current wake-up. Wake-ups with other numbers have no effect.
  private var appointment = 0

  /// Creates a stopped clock for an engine.
  ///
  /// - Parameters:
  ///   - engine: The engine, which the clock does not retain.
  ///   - now: A closure that returns the real time since an arbitrary start, or `nil` to use the
  ///     system's continuous clock. Tests pass their own closure.
  ///   - mainLoop: A closure that schedules function calls. Tests pass their own closure.
  public init(
    _ engine: NavigationEngine, now: (@MainActor () -> Duration)? = nil,
    mainLoop: @escaping MainLoop = scheduleInRealTime
  ) {
    let start = ContinuousClock.now
    self.engine = engine
    self.now = now ?? { ContinuousClock.now - start }
    self.mainLoop = mainLoop
  }

  /// Starts the clock. The time before this call does not count. Has no effect if the clock is
  /// already running.
  public func start() {
    guard origin == nil, let engine else { return }
    let (now, origin) = (now, now() - engine.now)
    self.origin = origin
    engine.isClockAutomatic = false
    engine.hostTime = { MainActor.assumeIsolated { now() - origin } }
    observation = engine.observe([.operationBegan, .operationSettled]) { [weak self] _ in
      MainActor.assumeIsolated { self?.schedule() }
    }
    schedule()
  }

  /// Stops the clock, for example while the application is in the background.
  public func stop() {
    advance()
    origin = nil
    appointment += 1
    engine?.hostTime = nil
    if let observation { engine?.stopObserving(observation) }
    observation = nil
  }

  /// Advances the engine to the current real time, and determines the engine's next deadline. Call
  /// this method after you set a timer outside an operation
  /// (`NavigationEngine.schedule(after:owner:_:)`), because the clock does not observe such timers.
  public func advance() {
    guard let origin, let engine else { return }
    let behind = now() - origin - engine.now
    if behind >= .milliseconds(1) {
      engine.advance(by: .milliseconds(Int(behind / .milliseconds(1))))
    }
    schedule()
  }

  /// Schedules a wake-up at the engine's next deadline or, in a callback, as soon as possible.
  private func schedule() {
    guard let origin, let engine else { return }
    appointment += 1
    let number = appointment
    var delay: Duration?
    if engine.isInCallback {
      delay = .zero
    } else if let deadline = engine.nextDeadline {
      delay = max(.zero, origin + deadline - now())
    }
    guard let delay else { return }
    mainLoop(delay) { [weak self] in
      if self?.appointment == number { self?.advance() }
    }
  }
}
