/// Records an engine's calls and, if the engine has a relay, forwards them to a remote application.
protocol CallRecorder: AnyObject {
  /// Records a call that a closure performs.
  func record(_ call: OperationCall, _ run: () -> Submission) -> Submission
  /// Records a change of time that a closure performs.
  func recordTime(_ operation: String, _ milliseconds: Int?, _ run: () -> Void)
  /// Records a change of the clock's mode.
  func noteClock(isAutomatic: Bool)
  /// Records a call that a remote application has performed, including the call's outcome.
  func note(_ call: NavigationArguments)
}
