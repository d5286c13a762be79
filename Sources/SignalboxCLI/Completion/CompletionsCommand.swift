internal import ArgumentParser

/// `signalbox completions`.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Prints the completion script for a shell.",
    usage: "signalbox completions bash|zsh|fish",
    discussion: """
      The script asks signalbox for options, scenarios, tags and plugins. It reads
      the files of the project as text and does not run them. Packages install the
      scripts. To use one without a package, write it to a file that your shell
      loads; for zsh, this is a file _signalbox in a folder of $fpath.

      EXAMPLES:
        signalbox completions bash > ~/.local/share/bash-completion/completions/signalbox
        signalbox completions fish > ~/.config/fish/completions/signalbox.fish
      """)

  @Argument(help: "The shell.")
  var shell: CompletionShell

  func run() {
    let output = OutputFile(OutputFile.output)
    output.write(shell.script)
    output.flush()
  }
}
