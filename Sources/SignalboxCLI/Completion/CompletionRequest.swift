internal import ArgumentParser

/// The words of a command line up to the cursor, and the candidates for completing the last word.
///
/// The completion scripts of all shells call the program, so that the scripts need not contain the
/// options of the program.
struct CompletionRequest {
  /// The words between the program's name and the last word.
  let words: [String]
  /// The word to complete, up to the cursor.
  let current: String

  /// Returns the candidates at the cursor.
  func reply(_ program: CommandDescription) -> CompletionReply {
    var context = Context(command: program)
    for word in words { context.read(word) }
    if let option = context.option { return values(of: option, at: context, behind: "") }
    guard !context.isTerminated else { return CompletionReply(files: .files([])) }
    if current.hasPrefix("-") { return options(at: context) }
    if context.command.commandName == "help" {
      var topic = Context(command: program)
      for word in words.drop(while: { $0 != "help" }).dropFirst() { topic.read(word) }
      return CompletionReply(Self.matching(current, Self.commands(of: topic.command)))
    }
    guard context.command.shownSubcommands.isEmpty else {
      return CompletionReply(Self.matching(current, Self.commands(of: context.command)))
    }
    guard let argument = context.positional?.argument else { return CompletionReply() }
    return values(of: argument, at: context, behind: "")
  }

  /// The position in the command hierarchy after the words of a command line.
  private struct Context {
    var command: CommandDescription
    /// The names of the command and its parents, without the program's name.
    var names: [String] = []
    /// The option whose value is the next word, or `nil` if the next word is not the value of an
    /// option.
    var option: CommandDescription.Argument?
    var used = Set<String>()
    var positionals = 0
    var isTerminated = false

    init(command: CommandDescription) { self.command = command }

    mutating func read(_ word: String) {
      if option != nil {
        option = nil
      } else if isTerminated {
        positionals += 1
      } else if word == "--" {
        isTerminated = true
      } else if word.hasPrefix("-"), word != "-" {
        let name = String(word.prefix { $0 != "=" })
        used.insert(name)
        option =
          word.contains("=") ? nil : argument(named: name).flatMap { $0.takesValue ? $0 : nil }
      } else if let next = command.subcommands?.first(where: { $0.commandName == word }) {
        self = Context(command: next, names: names + [word])
      } else {
        positionals += 1
      }
    }

    private init(command: CommandDescription, names: [String]) {
      self.command = command
      self.names = names
    }

    func argument(named name: String) -> CommandDescription.Argument? {
      command.arguments?.first { $0.spellings.contains(name) }
    }

    /// The next positional argument, with its index.
    var positional: (index: Int, argument: CommandDescription.Argument)? {
      let all = (command.arguments ?? []).filter(\.isPositional)
      guard let last = all.last, positionals < all.count || last.isRepeating else { return nil }
      let index = min(positionals, all.count - 1)
      return (index, all[index])
    }
  }

  // MARK: - Names

  private static func commands(of command: CommandDescription) -> [CompletionReply.Candidate] {
    (command.subcommands ?? []).map { .init($0.commandName, $0.abstract ?? "") }
  }

  private func options(at context: Context) -> CompletionReply {
    if let end = current.firstIndex(of: "=") {
      let name = String(current[..<end])
      // `--list=json` is parsed as the hidden option `--list-as json`.
      let spellings = [name + "-as", name + "-at", name]
      guard let option = spellings.compactMap(context.argument(named:)).first, option.takesValue
      else { return CompletionReply() }
      return values(of: option, at: context, behind: name + "=")
    }
    let free = context.command.shownArguments.filter { argument in
      argument.isRepeating || !argument.spellings.contains(where: context.used.contains)
    }
    return CompletionReply(
      Self.matching(
        current,
        free.flatMap { argument in
          argument.spellings.map { .init($0, argument.abstract ?? "") }
        }))
  }

  // MARK: - Values

  /// Returns the possible values of an argument.
  ///
  /// - Parameter head: The part of the word before the value, such as `--color=`.
  private func values(
    of argument: CommandDescription.Argument, at context: Context, behind head: String
  ) -> CompletionReply {
    let start = String(current.dropFirst(head.count))
    if argument.valueName?.hasSuffix("[=path]") == true, start.contains("=") {
      return CompletionReply(files: .files([]))
    }
    let kind = argument.completionKind
    var reply = CompletionReply()
    if let kind {
      if let files = kind.file { reply.files = .files(files.extensions.map { "." + $0 }) }
      if kind.directory != nil { reply.files = .folders }
    } else if argument.isPositional {
      reply.files = .files([])
    }
    var texts = kind?.list?.values ?? []
    if kind?.custom != nil { texts = custom(argument, at: context, start) }
    // Instead of the placeholder, the shell suggests files with scenarios.
    if let marker = texts.firstIndex(of: CompletionSource.scenarioFiles) {
      texts.remove(at: marker)
      reply.files = .files([CompletionSource.ending])
    }
    reply.candidates = Self.matching(start, texts.map { .init(head + $0) }, behind: head)
    return reply
  }

  /// Returns the values that the argument's custom completion provides.
  private func custom(
    _ argument: CommandDescription.Argument, at context: Context, _ start: String
  ) -> [String] {
    let name = argument.spellings.first ?? "positional@\(context.positional?.index ?? 0)"
    let line =
      ["---completion"] + context.names + ["--", name, String(words.count), String(start.count)]
      + words + [start]
    do {
      _ = try SignalboxCommand.parseAsRoot(line)
      return []
    } catch {
      guard SignalboxCommand.exitCode(for: error) == .success else { return [] }
      return SignalboxCommand.fullMessage(for: error).split(separator: "\n").map(String.init)
    }
  }

  private static func matching(
    _ start: String, _ candidates: [CompletionReply.Candidate], behind head: String = ""
  ) -> [CompletionReply.Candidate] {
    candidates.filter { $0.text.hasPrefix(head + start) }
  }
}

/// The reply to a completion request: the candidates, and the files to suggest.
struct CompletionReply: Equatable {
  struct Candidate: Equatable {
    /// The whole word to insert.
    let text: String
    /// A one-line explanation, or an empty string.
    let summary: String

    init(_ text: String, _ summary: String = "") {
      self.text = text
      self.summary = summary
    }
  }

  /// The kind of files to suggest in addition to the candidates. The shell lists these files.
  enum Files: Equatable {
    case none
    /// The shell suggests folders and files with one of the given extensions. If no extensions are
    /// given, it suggests all files.
    case files([String])
    case folders
  }

  var candidates: [Candidate]
  var files: Files

  init(_ candidates: [Candidate] = [], files: Files = .none) {
    self.candidates = candidates
    self.files = files
  }

  /// Returns the reply in the format that the scripts read: a line with the kind of files, followed
  /// by a line for each candidate with its summary after a tab.
  func text(_ spelling: (String) -> String = { $0 }) -> String {
    let first =
      switch files {
      case .none: "none"
      case .files(let endings): (["files"] + endings).joined(separator: " ")
      case .folders: "folders"
      }
    let lines = candidates.map { candidate in
      candidate.summary.isEmpty
        ? spelling(candidate.text) : "\(spelling(candidate.text))\t\(candidate.summary)"
    }
    return ([first] + lines).map { $0 + "\n" }.joined()
  }
}
