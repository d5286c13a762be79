internal import Foundation
internal import SignalboxScripting
internal import TerminalStage

/// Plays an application without moving a cursor: each line of keys produces a frame, and time
/// advances as specified.
///
/// At the end of a line, time advances until no animation is running, or only by the duration of a
/// final `+MS`.
struct LinePlay {
  private let player: Player

  init(_ session: ScriptSession, size: (columns: Int, rows: Int)) throws(ScriptError) {
    player = try Player(session, columns: size.columns, rows: size.rows)
    player.settle()
  }

  func run() throws(UserInput.Mistake) {
    show()
    while !player.hasQuit, let line = readLine() {
      let inputs = try UserInput.read(line: line)
      // At a terminal, the typed line is already visible.
      if isatty(0) != 1 { print("\n> \(line)") }
      for input in inputs { player.press(input) }
      var isTimeSpecified = false
      if case .wait = inputs.last { isTimeSpecified = true }
      if !isTimeSpecified { player.settle() }
      if !player.hasQuit { show() }
    }
  }

  private func show() { print(player.frame.lines.joined(separator: "\n")) }
}
