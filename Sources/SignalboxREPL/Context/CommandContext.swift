internal import Signalbox
internal import SignalboxScripting

/// The state that commands keep between inputs.
package final class CommandContext {
  /// The object through which commands access resources outside the session, or `nil` if commands
  /// have no such access.
  package var host: (any CommandHost)?
  /// A closure that returns the elapsed wall-clock time, by default since the context was created.
  package var uptime: () -> Duration
  /// The initial scripts, which were loaded before the first input or by the first input.
  package var files: [String] = []
  /// The code that ran after ``files``, such as the argument of `-e`. The string is empty if no
  /// code ran.
  package var code = ""
  /// The settings of `.save`.
  package var saving = Saving()
  /// The scripts that `.load` has loaded, in the order in which they were loaded.
  var loaded: [String] = []
  /// All scripts, in the order in which `.reload` loads them.
  package var scripts: [String] { files + loaded }
  /// The coordinator that `.cd` selected, or `nil` if none is selected.
  var place: CoordinatorID?
  var watches: [Watch] = []
  var log = InputLog()
  var recording: Recording?

  /// The settings of `.save`.
  package struct Saving {
    /// The text of the first comment in saved scenarios.
    package var origin = "A session at the prompt of Signalbox, written by .save."
    /// The first word of scenario titles, before the date.
    package var title = "session"
    /// The options of the command that runs the saved scenarios, as parts of a shell command.
    package var options: [String] = []
    /// Whether a scenario that does not pass or cannot be run is written as well, with a comment
    /// that states the reason. The command fails in this case too.
    package var keepsUnchecked = false
  }

  /// An expression that is evaluated after each input.
  struct Watch {
    let expression: String
    /// The last value that was shown.
    var shown: String
  }

  /// A file that receives calls as they occur.
  final class Recording {
    let path: String
    let file: any CommandRecording
    /// The number of recorded calls, without calls in callbacks.
    var callCount = 0
    /// The reason why the recording ended early, or `nil` if it did not.
    var failure: ScriptError?

    /// The buffered lines of the current attempt, or `nil` if no attempt is in progress.
    private var attempted: [String]?

    init(path: String, file: any CommandRecording) {
      self.path = path
      self.file = file
    }

    /// Writes a line or, during an attempt, buffers it. Lines after a failure are dropped.
    func take(_ line: String) {
      guard attempted == nil else {
        attempted?.append(line)
        return
      }
      guard failure == nil else { return }
      do throws(ScriptError) {
        try file.append(line)
        // Calls in callbacks are effects of other calls and are not counted.
        if RecordedCall(line: line)?.isNested == false { callCount += 1 }
      } catch {
        failure = error
      }
    }

    /// Buffers lines until ``endAttempt(keeping:)`` is called.
    func beginAttempt() { attempted = [] }

    /// Writes or drops the lines recorded since ``beginAttempt()``.
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
