internal import Signalbox
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// Records user actions in an application until the user or the application ends the recording.
struct AppRecording {
  let app: AppPrompt
  let prompt: Prompt
  let output: OutputFile
  /// The maximum delay, in milliseconds, until the wait notices a Ctrl-C that arrives just before
  /// the wait.
  private static let pollInterval: Int32 = 250

  /// Records until the user or the application ends the recording, and shows each recorded call.
  func run() {
    var shown = (line: lineCount, event: engine.eventCount)
    while !ProcessSignals.isTerminating, let descriptor = app.descriptor {
      if ProcessSignals.takePendingInterrupt() {
        // Terminals echo Ctrl-C at the cursor, so the output begins on a new line.
        if output.isTerminal { output.write("\n") }
        break
      }
      output.flush()
      var files = [InputFile.input, descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&files, nfds_t(files.count), Self.pollInterval) > 0 else { continue }
      if files[0].revents != 0, hasEnded() { break }
      if files[1].revents != 0 { take(&shown) }
    }
    if app.descriptor != nil {
      do throws(NavigationError) { try app.settle() } catch { show(error) }
    }
    show(from: &shown)
  }

  private func take(_ shown: inout (line: Int, event: Int)) {
    do throws(NavigationError) { _ = try app.take() } catch { show(error) }
    show(from: &shown)
  }

  private func show(_ error: NavigationError) {
    output.write("  \(prompt.palette.faint("·")) \(error.message)\n")
  }

  private var engine: NavigationEngine { prompt.session.engine }
  private var lineCount: Int { prompt.session.record?.lineCount ?? 0 }

  /// Shows new calls, and the changes since the previous calls.
  private func show(from shown: inout (line: Int, event: Int)) {
    guard shown.line < lineCount else { return }
    for number in shown.line..<lineCount {
      guard let line = prompt.session.record?.line(number), let call = RecordedCall(line: line)
      else { continue }
      let text = call.lua { $0.split(separator: "/").last.map(String.init) ?? $0 }
      output.write("\(text ?? call.operation)\n")
    }
    if let line = ChangeSummary(engine, from: shown.event + 1).line(prompt.palette) {
      output.write(line + "\n")
    }
    shown = (lineCount, engine.eventCount)
  }

  /// Reads and ignores typed text. Returns whether the input has ended.
  private func hasEnded() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(InputFile.input, &bytes, bytes.count)
    return count == 0 || count < 0 && errno != EINTR && errno != EAGAIN
  }
}
