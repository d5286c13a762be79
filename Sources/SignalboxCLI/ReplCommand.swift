internal import ArgumentParser
internal import SignalboxREPL
internal import SignalboxScripting

/// `signalbox repl`.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Opens a prompt, with files loaded first.",
    usage: """
      signalbox repl [OPTIONS] [FILE ...]
      signalbox repl --attach SOCKET
      """)

  @ParentCommand var root: SignalboxCommand

  @OptionGroup var offer: OfferChoice
  @OptionGroup var attach: AttachChoice
  @OptionGroup var limits: Limits
  @OptionGroup var plugins: PluginOptions

  @Argument(
    help: "Scripts whose globals the prompt sees.", completion: .file(extensions: ["lua"]))
  var files: [String] = []

  func validate() throws {
    if !root.execute.isEmpty { throw ValidationError("-e and repl exclude each other.") }
    try attach.validate(files: files, offer)
  }

  func run() throws {
    let limits = limits.merged(with: root.limits)
    if let place = attach.place {
      Host.end { () throws(ScriptError) in
        try AttachedTalk(to: place, tokenFile: attach.tokenFile, limits.color).run()
      }
    }
    Host.talk(
      loading: files, limits, plugins.merged(with: root.plugins),
      offeredAt: offer.place(for: files.first))
  }
}
