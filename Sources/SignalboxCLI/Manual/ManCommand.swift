internal import ArgumentParser
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// The `signalbox man` command.
struct ManCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Writes the manual pages of all commands.",
    usage: "signalbox man FOLDER",
    discussion: """
      Packages install these pages in share/man/man1 under their prefix.

      EXAMPLE:
        signalbox man ~/.local/share/man/man1 && man signalbox-test
      """)

  @Argument(help: "The folder to write to; existing pages are overwritten.", completion: .directory)
  var folder: String

  func run() throws {
    Host.end { () throws(ScriptError) in
      let date = try Self.date()
      guard let pages = try? ManualPage.all(date: date) else {
        throw ScriptError(.runtime, "man: the argument parser reports no commands")
      }
      let output = OutputFile(OutputFile.output)
      for page in pages {
        do throws(ScriptError) {
          try WrittenFile.write(page.source, to: page.fileName, below: folder)
        } catch {
          throw ScriptError(.module, "man: \(error.message)")
        }
        output.write("wrote \(folder)/\(page.fileName)\n")
      }
      output.flush()
      return .success
    }
  }

  /// Returns the date in `SOURCE_DATE_EPOCH`, so that rebuilding a package produces the same bytes,
  /// or today's date if the variable is not set.
  private static func date() throws(ScriptError) -> String {
    var seconds = time(nil)
    if let text = RunSelection.variable("SOURCE_DATE_EPOCH"), !text.isEmpty {
      guard let given = time_t(text), given >= 0 else {
        throw ScriptError(
          .runtime, "man: SOURCE_DATE_EPOCH is \"\(text)\", expected seconds since 1970")
      }
      seconds = given
    }
    var day = tm()
    gmtime_r(&seconds, &day)
    func digits(_ number: Int32, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return "\(digits(day.tm_year + 1900, 4))-\(digits(day.tm_mon + 1, 2))-\(digits(day.tm_mday, 2))"
  }
}
