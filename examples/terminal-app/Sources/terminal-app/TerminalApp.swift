internal import Foundation
internal import SignalboxScripting
internal import TerminalStage

/// The command `terminal-app [SCRIPT] [--size COLUMNSxROWS] [--listen SOCKET]`, which plays an
/// application in a terminal, or shows one frame for each line of keys.
@main
struct TerminalApp {
  private static let help = """
    USAGE: terminal-app [SCRIPT] [--size COLUMNSxROWS] [--listen SOCKET]

    Shows an application as text screens. SCRIPT names the application, as the app.lua of each example
    does; without one it is the shop of the examples, with gifts. At a terminal it is played by keys.
    Otherwise standard input has a line of keys for each frame that is wanted; those of one line are
    pressed at once, before anything has time to move. In a line \(UserInput.words).

    With --listen, signalbox repl --app, record --app and test --app use the application meanwhile, and
    repl --attach its scripts. signalbox test --app can also start the program itself.

    EXIT: 0, 2 where the script does not load, 64 where an argument or key is none.
    """

  static func main() {
    do {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      guard !arguments.wantsHelp else { return print(help) }
      let session = try ScriptSession.opened(arguments.script, modules: arguments.folders)
      let remote = try RemoteControl(session, at: arguments.socket)
      if let terminal = TerminalDevice() {
        try KeyedPlay(session, terminal).run(remote)
      } else if let remote {
        let size = arguments.size
        remote.run(try Player(session, columns: size.columns, rows: size.rows))
      } else {
        try LinePlay(session, size: arguments.size).run()
      }
    } catch let error as ScriptError {
      fail(error.description, code: 2)
    } catch {
      fail("\(error)", code: 64)
    }
  }

  private static func fail(_ text: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data("terminal-app: \(text)\n".utf8))
    exit(code)
  }
}
