internal import Signalbox
internal import SignalboxScripting

/// What the commands of a prompt remember from one input to the next.
package final class CommandContext {
  /// What commands reach outside of the session; `nil` where there is nothing.
  package var host: (any CommandHost)?
  /// Counts up in real time, for what takes time.
  package var uptime: () -> Duration
  /// The scripts that were loaded before the first input.
  package var files: [String] = []
  /// The scripts that `.load` has loaded, in order.
  var loaded: [String] = []
  /// All scripts in the order in which a reloaded session runs them.
  package var scripts: [String] { files + loaded }
  /// The coordinator that `.cd` went to.
  var place: CoordinatorID?
  var watches: [Watch] = []
  var log = InputLog()
  var recording: Recording?

  /// An expression that is looked at after each input.
  struct Watch {
    let expression: String
    /// What it was when it was shown last.
    var shown: String
  }

  /// A file that what is done is written to as it is done.
  final class Recording {
    let path: String
    let file: any CommandRecording
    /// How many calls from outside there are.
    var callCount = 0
    /// Why it ended before it was stopped.
    var failure: ScriptError?

    /// Lines of what may be taken back; `nil` where nothing is tried out.
    private var attempted: [String]?

    init(path: String, file: any CommandRecording) {
      self.path = path
      self.file = file
    }

    /// Writes a line, unless the recording has failed.
    func take(_ line: String) {
      guard attempted == nil else {
        attempted?.append(line)
        return
      }
      guard failure == nil else { return }
      do throws(ScriptError) {
        try file.append(line)
        // What callbacks call comes about by itself.
        if RecordedCall(line: line)?.isNested == false { callCount += 1 }
      } catch {
        failure = error
      }
    }

    /// Waits with the lines from here on for ``endAttempt(keeping:)``.
    func beginAttempt() { attempted = [] }

    /// Writes the lines since ``beginAttempt()``, or drops them.
    func endAttempt(keeping isKept: Bool) {
      let lines = attempted ?? []
      attempted = nil
      if isKept { lines.forEach(take) }
    }
  }

  package init() {
    let clock = ContinuousClock()
    let start = clock.now
    uptime = { clock.now - start }
  }
}
