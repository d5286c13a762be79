internal import Signalbox
internal import SignalboxScripting

/// What commands remember between inputs.
package final class CommandContext {
  /// Access to resources outside the session; `nil` if there is none.
  package var host: (any CommandHost)?
  /// A clock of real time.
  package var uptime: () -> Duration
  /// The scripts that were loaded before the first input.
  package var files: [String] = []
  /// The code that ran after these scripts, such as that of `-e`; empty if there is none.
  package var code = ""
  /// How `.save` describes its scenarios.
  package var saving = Saving()
  /// The scripts that `.load` has loaded, in order.
  var loaded: [String] = []
  /// All scripts in the order in which a reloaded session runs them.
  package var scripts: [String] { files + loaded }
  /// The coordinator that `.cd` has selected.
  var place: CoordinatorID?
  var watches: [Watch] = []
  var log = InputLog()
  var recording: Recording?

  /// How `.save` describes its scenarios.
  package struct Saving {
    /// What the first comment says.
    package var origin = "A session at the prompt of Signalbox, written by .save."
    /// The first word of their titles, before the date.
    package var title = "session"
    /// The options of the command that runs them, as words of a shell.
    package var options: [String] = []
  }

  /// An expression that is evaluated after each input.
  struct Watch {
    let expression: String
    /// The last value that was shown.
    var shown: String
  }

  /// A file to which calls are recorded as they occur.
  final class Recording {
    let path: String
    let file: any CommandRecording
    /// The number of recorded calls from outside callbacks.
    var callCount = 0
    /// The reason why the recording ended early.
    var failure: ScriptError?

    /// Lines that may be rolled back; `nil` outside an attempt.
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
        // Calls of callbacks are consequences.
        if RecordedCall(line: line)?.isNested == false { callCount += 1 }
      } catch {
        failure = error
      }
    }

    /// Holds lines back until ``endAttempt(keeping:)`` is called.
    func beginAttempt() { attempted = [] }

    /// Writes the lines recorded since ``beginAttempt()``, or drops them.
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
