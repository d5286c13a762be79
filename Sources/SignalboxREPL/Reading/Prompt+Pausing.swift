internal import Signalbox
internal import SignalboxInspector
package import SignalboxScenarios
package import SignalboxScripting

extension Prompt {
  /// Whether the prompt takes lines: not when it has been left, nor when the script that waits is to
  /// go on.
  package var isAsking: Bool { !isFinished && !isGoingOn }

  /// Opens a prompt for one pause of a session that has none; everything is as it was then.
  ///
  /// - Parameter converse: Hands lines to the prompt until it asks for no more.
  /// - Throws: `interrupted` where the user quits.
  package static func open(
    _ pause: ScriptPause, in session: ScriptSession, sources: SourceShelf, palette: TextPalette,
    timeout: Duration?, style: PromptStyle, converse: @escaping (Prompt) -> Void,
    write: @escaping (String) -> Void
  ) throws(ScriptError) {
    let prompt = Prompt(
      session: session, sources: sources, palette: palette, timeout: timeout, ownsSession: false,
      write: write)
    prompt.style = style
    prompt.converse = converse
    try prompt.withHooks { () throws(ScriptError) in try prompt.open(pause, converse) }
  }

  /// Talks until the script is to go on.
  ///
  /// - Throws: `interrupted` where the user quits instead.
  func open(
    _ pause: ScriptPause, _ converse: (Prompt) -> Void
  ) throws(ScriptError) {
    let kept = pending
    pending = []
    pauses.append(pause)
    write(header(of: pause))
    converse(self)
    pauses.removeLast()
    pending = kept
    isGoingOn = false
    if isFinished {
      throw ScriptError(.interrupted, "interrupted: the prompt was left while the script waited")
    }
  }

  /// The place with its lines, and what can be done there.
  private func header(of pause: ScriptPause) -> String {
    let reason = pause.reason.map { ": \(DisplayText.line($0))" } ?? ""
    let place = pause.location.map { " at \(DisplayText.line($0.description))" } ?? ""
    var text = "\(palette.place("▮▮")) paused\(place)\(reason)\n"
    if let location = pause.location {
      for (number, line) in sources.excerpt(of: location) {
        let mark = number == location.line ? palette.place("▸") : " "
        text += " \(mark) \(number) \(palette.faint("│")) \(DisplayText.line(line))\n"
      }
    }
    let names = pause.variableNames
    if !names.isEmpty {
      let shown = names.prefix(12).joined(separator: ", ")
      text += "  variables: \(shown)\(names.count > 12 ? ", …" : "")\n"
    }
    let queue = pause.isInCallback ? " · operations wait until the callback has returned" : ""
    return text
      + "  \(palette.faint(".continue or Ctrl-D goes on · .bt shows the way here\(queue)"))\n"
  }

  /// The functions that wait, innermost first.
  func backtrace() {
    guard let pause = pauses.last else {
      return fail(".bt shows the functions that wait, and none does", "app:pause() makes one wait")
    }
    let frames = pause.backtrace.filter { $0.location != nil }
    let places = frames.map { DisplayText.line($0.location?.description ?? "") }
    let wide = places.map(DisplayText.width(of:)).max() ?? 0
    for (frame, place) in zip(frames, places) {
      write(
        "  \(palette.place(DisplayText.pad(place, to: wide)))  "
          + DisplayText.line(frame.description) + "\n")
    }
  }

  /// Lets the script that waits go on.
  func goOn() {
    guard !pauses.isEmpty else { return fail(".continue needs a script that waits, and none does") }
    isGoingOn = true
  }
}
