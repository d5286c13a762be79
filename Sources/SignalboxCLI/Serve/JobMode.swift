internal import Dispatch
internal import PortableMutex
internal import Signalbox
internal import SignalboxScripting
internal import SystemLibrary

/// The mode in which this process executes a command for another process of the program, such as a
/// server (decision 0318). In this mode, the command writes its results, errors and progress as
/// JSON lines to standard output, and the process ends when its standard input ends.
enum JobMode {
  /// The first argument of a process in this mode, which precedes the command.
  static let argument = "--tool-job"

  /// Whether the mode is on. The value is set once, before the arguments are parsed.
  private static let state = Mutex(false)

  /// Whether the process is a job.
  static var isOn: Bool { state.withLock { $0 } }

  /// Begins a job if the arguments request one.
  ///
  /// - Parameter arguments: The arguments of the process, without the name of the program.
  /// - Returns: The arguments of the command.
  static func begin(_ arguments: [String]) -> [String] {
    guard arguments.first == argument else { return arguments }
    state.withLock { $0 = true }
    // Ctrl-C has been blocked until this point, so that a job that is interrupted right after its
    // start still reports its end.
    ProcessSignals.installInterruptHandler()
    Host.admitSignals()
    DispatchQueue(label: "signalbox.job").async {
      waitForEnd()
      // The process that reads the results has ended. The signal also ends the workers, which
      // belong to the same process group.
      if getpgrp() == getpid() { kill(0, SIGKILL) }
      _exit(1)
    }
    return Array(arguments.dropFirst())
  }

  private static func waitForEnd() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count == 0 || count < 0 && errno != EINTR { return }
    }
  }

  /// Writes an error as a line, if the process is a job.
  static func report(_ code: String, _ message: String, hint: String? = nil) {
    write([
      ("kind", "error"), ("code", .string(code)), ("message", .string(message)),
      ("hint", hint.map { .string($0) }),
    ])
  }

  static func report(_ error: ScriptError) {
    let place = error.location.map { "\($0): " } ?? ""
    report(error.code ?? error.kind.rawValue, place + error.message, hint: error.hint)
  }

  /// Writes a line, if the process is a job.
  static func write(_ fields: [(String, NavigationValue?)]) {
    guard isOn else { return }
    OutputFile(OutputFile.output).print(NavigationValue.fields(fields).line + "\n")
  }
}
