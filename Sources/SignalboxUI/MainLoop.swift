/// A function that schedules function calls on the main actor. Applications use real time, and
/// tests use simulated time.
public typealias MainLoop =
  @MainActor (_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> Void

/// Calls a function on the main actor after a delay in real time.
///
/// - Parameters:
///   - delay: The time until the call.
///   - action: The function to call.
@MainActor
public func scheduleInRealTime(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
  Task { @MainActor in
    // The task is never cancelled, so the sleep always completes.
    try? await Task.sleep(for: delay)
    action()
  }
}
