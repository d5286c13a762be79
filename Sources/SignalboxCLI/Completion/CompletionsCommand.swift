internal import ArgumentParser

/// The `signalbox completions` command.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Prints the completion script for a shell.",
    usage: "signalbox completions bash|zsh|fish",
    discussion: """
      The script asks signalbox for options, scenarios, tags and plugins. The project
      files are read as text and not run. Packages install the scripts. To install
      one yourself, write it to a file that your shell loads; for zsh, the file must
      be named _signalbox and be in a folder of $fpath.

      EXAMPLES:
        signalbox completions bash > ~/.local/share/bash-completion/completions/signalbox
        signalbox completions fish > ~/.config/fish/completions/signalbox.fish
      """)

  @Argument(help: "The shell.")
  var shell: CompletionShell

  func run() {
    let output = OutputFile(OutputFile.output)
    output.print(shell.script)
  }
}
