internal import Foundation
internal import SignalboxScripting
internal import TerminalStage

/// Plays without moving a cursor: a frame for each line of keys, in time that passes as it is told.
///
/// What a line ends with shows how far time goes: to where nothing moves any more, or only as far as
/// a last `+MS` lets it.
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
      // At a terminal what was typed stands there already.
      if isatty(0) != 1 { print("\n> \(line)") }
      for input in inputs { player.press(input) }
      var isTimeTold = false
      if case .wait = inputs.last { isTimeTold = true }
      if !isTimeTold { player.settle() }
      if !player.hasQuit { show() }
    }
  }

  private func show() { print(player.frame.lines.joined(separator: "\n")) }
}
