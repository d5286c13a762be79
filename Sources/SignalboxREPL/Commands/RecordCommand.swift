internal import Signalbox
internal import SignalboxScripting

/// Records the session to a file, or ends the recording.
enum RecordCommand {
  static let command = Command(
    "record", "FILE | stop", "Records the session to a file until .record stop",
    details: """
      Each call is written when its result is shown. An existing file is kept; FILE! overwrites
      it. .replay replays the file. Without a file, reports the current recording.
      """,
    twin: "app:record(function(line) … end)", run)

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    switch (argument, prompt.context.recording) {
    case ("", nil): prompt.write("  .record is not recording\n")
    case ("", let recording?):
      prompt.write("  recording to \(recording.path): \(steps(recording))\n")
    case ("stop", nil): prompt.fail(".record stop: .record is not recording")
    case ("stop", let recording?): finish(recording, at: prompt)
    case (_, let recording?):
      prompt.fail(".record: \(recording.path) is being written", ".record stop ends it")
    case (let path, nil): start(path, at: prompt)
    }
  }

  private static func start(_ argument: String, at prompt: Prompt) {
    let engine = prompt.session.engine
    if engine.isRecording {
      return prompt.fail(".record: a script is already recording; end its recording first")
    }
    guard let host = prompt.commandHost(for: "record") else { return }
    let (path, isForced) = PathArgument.split(argument)
    do throws(ScriptError) {
      // The header is created first, so that no empty file remains if the recording cannot start.
      _ = try header(of: engine)
      let recording = CommandContext.Recording(
        path: path, file: try host.makeRecording(path, replacing: isForced))
      prompt.context.recording = recording
      try begin(recording, engine)
      prompt.write("  recording to \(path)\n")
    } catch {
      prompt.fail(error.message, error.hint)
    }
  }

  private static func header(of engine: NavigationEngine) throws(ScriptError) -> String {
    do throws(NavigationError) { return try engine.snapshot().json } catch {
      throw ScriptError(.rejected, code: error.code.name, error.description)
    }
  }

  private static func begin(
    _ recording: CommandContext.Recording, _ engine: NavigationEngine
  ) throws(ScriptError) {
    do throws(NavigationError) {
      try engine.record { [unowned recording] line in
        recording.take(line)
      }
    } catch {
      throw ScriptError(.rejected, code: error.code.name, error.description)
    }
    if let failure = recording.failure { throw failure }
  }

  /// Ends a recording and closes its file.
  static func stop(_ recording: CommandContext.Recording, at prompt: Prompt) {
    prompt.session.engine.stopRecording()
    recording.file.close()
    prompt.context.recording = nil
  }

  /// Ends a recording and reports its length.
  static func finish(_ recording: CommandContext.Recording, at prompt: Prompt) {
    stop(recording, at: prompt)
    prompt.write("  wrote \(steps(recording)) to \(recording.path)\n")
  }

  private static func steps(_ recording: CommandContext.Recording) -> String {
    counted(recording.callCount, "call")
  }
}
