internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// Runs a script whose globals the prompt sees.
enum LoadCommand: Command {
  static let name = "load"
  static let parameters = "FILE"
  static let summary = "Runs a script; its globals stay visible here"
  static let details = ".reload loads it again, before it does again what was done."
  static let twin = "require \"NAME\", which gives what the script returns"

  static func run(_ argument: String, at prompt: Prompt) {
    guard !argument.isEmpty else {
      return prompt.fail(".load takes the path of a script: .load shop.lua")
    }
    guard let host = prompt.host(for: name) else { return }
    do throws(ScriptError) {
      prompt.run(try host.read(argument), of: argument)
    } catch {
      prompt.fail(error.message, error.hint)
    }
  }
}

extension Prompt {
  fileprivate func run(_ source: [UInt8], of path: String) {
    let first = recordedLines
    let firstEvent = session.engine.eventCount + 1
    sources[path] = source
    let result = ScriptRun(name: path, source: source, timeout: timeout)
      .run(in: session, sharesEnvironment: true)
    // Done first, it counts as loaded before the first input: .reload loads it and no more.
    let isFirst = first == 0 && recordedLines > 0 && result.failure == nil
    if isFirst {
      try? session.beginRecord()
      desk.files.append(path)
    } else {
      note(.file(path), from: first, failure: result.failure)
      if result.failure == nil { desk.loaded.append(path) }
    }
    if let line = ChangeSummary(session.engine, from: firstEvent).line(palette) {
      write(line + "\n")
    }
    // What callbacks left unhandled has been told as it came.
    if let failure = result.failure { return tell(failure) }
  }
}
