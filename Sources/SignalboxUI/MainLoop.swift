/// Calls functions later on the main actor: real time in applications, the time of a test in tests.
public typealias MainLoop =
  @MainActor (_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> Void

/// Waits in real time.
///
/// - Parameters:
///   - delay: The time until the call.
///   - action: The function to call.
@MainActor
public func scheduleInRealTime(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
  Task { @MainActor in
    // Nothing cancels the task, so it always waits as long as it should.
    try? await Task.sleep(for: delay)
    action()
  }
}
