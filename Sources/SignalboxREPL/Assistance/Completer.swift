internal import LineEditor
internal import Signalbox
internal import SignalboxScripting

/// Finds the candidates at a position in the input. The search only reads values, so that no script
/// code runs.
struct Completer {
  /// The maximum number of candidates.
  private static let maxSuggestions = 200

  let session: ScriptSession
  let surroundings: AssistantContext
  /// The number of times that inputs have called each method.
  var uses: [String: Int] = [:]

  func completion(of text: PromptText, at cursor: Int) -> LineCompletion {
    switch text.form {
    case .shell(let rest) where cursor >= rest.lowerBound:
      return files(text, rest.lowerBound, cursor)
    case .question(let rest) where cursor >= rest.lowerBound:
      return question(text, at: cursor)
    case .command(let name, let argument) where cursor >= name.lowerBound:
      if cursor <= name.upperBound { return commands(text, name.lowerBound, cursor) }
      if text.tokens.isEmpty {
        return self.argument(
          text, of: text.text(name), from: min(argument.lowerBound, cursor), cursor)
      }
      return lua(text, at: cursor)
    case .lua: return lua(text, at: cursor)
    case .question, .command, .shell: return Self.nothing(text, cursor)
    }
  }

  private static func nothing(_ text: PromptText, _ cursor: Int) -> LineCompletion {
    LineCompletion(start: text.characters.character(at: cursor), suggestions: [])
  }

  private func suggest(
    _ candidates: [Candidate], _ text: PromptText, from start: Int, for word: String,
    in string: StringLiteral? = nil, isNamed: Bool = false
  ) -> LineCompletion {
    let suggestions = Candidate.ranked(candidates, for: word).prefix(Self.maxSuggestions).compactMap
    {
      candidate in
      candidate.text(in: string, isNamed: isNamed).map {
        LineSuggestion($0, detail: candidate.detail)
      }
    }
    return LineCompletion(start: text.characters.character(at: start), suggestions: suggestions)
  }

  // MARK: - Lua

  private func lua(_ text: PromptText, at cursor: Int) -> LineCompletion {
    let place = CursorContext(text, at: cursor)
    guard !place.isInComment else { return Self.nothing(text, cursor) }
    let finder = inference(before: place.tokens, in: text)
    let word =
      place.string.map { $0.content(upTo: cursor) } ?? text.text(place.word)
    var candidates: [Candidate] = []
    let names = NameSource(session: session, finder: finder, uses: uses)
    if place.string == nil, let last = place.tokens.last, last.word == "." || last.word == ":" {
      let reader = ChainReader(text, place.tokens)
      let chain = reader.chain(endingAt: place.tokens.count - 2)
      candidates = names.members(
        of: chain.flatMap(finder.type), isMethod: last.word == ":",
        isDefined: Self.isDefinition(place.tokens))
    } else if let chain = place.indexed {
      candidates = names.keys(of: finder.type(of: chain))
    } else {
      let arguments = ArgumentSource(session: session, finder: finder, surroundings: surroundings)
      let own = place.argument.map { arguments.candidates(for: $0) }
      candidates = own?.candidates ?? []
      let isElsewhere =
        place.string != nil || own?.isOnly == true
        || place.argument?.isBare == true
      if !isElsewhere, !Self.namesSomethingNew(place.tokens) {
        candidates += names.globals(before: place.tokens, in: text)
      }
    }
    return suggest(
      candidates, text, from: place.word.lowerBound, for: word, in: place.string,
      isNamed: place.isBeforeAssignment)
  }

  private func inference(before tokens: [LuaToken], in text: PromptText) -> TypeInference {
    TypeInference(
      session: session, application: ApplicationNames(session: session),
      ownType: OwnType.name(before: tokens, in: text, session: session))
  }

  /// Returns whether no known name can follow, for example because the word declares a new name, as
  /// in `local x` or `for x`.
  private static func namesSomethingNew(_ tokens: [LuaToken]) -> Bool {
    guard let last = tokens.last else { return false }
    return last.word == "for" || last.word == "goto" || last.word == "local"
      || last.kind == .string || last.kind == .number
  }

  /// Returns whether the tokens end with the beginning of a method definition, such as
  /// `function Shop:`.
  private static func isDefinition(_ tokens: [LuaToken]) -> Bool {
    tokens.count > 2 && tokens[tokens.count - 3].word == "function"
  }

  // MARK: - Commands

  private func commands(_ text: PromptText, _ start: Int, _ cursor: Int) -> LineCompletion {
    suggest(
      surroundings.commands(session), text, from: start, for: text.text(start..<cursor))
  }

  private func argument(
    _ text: PromptText, of command: String, from start: Int, _ cursor: Int
  ) -> LineCompletion {
    let word = text.text(start..<cursor)
    switch CommandArgument.of(command) {
    case .file: return files(text, start, cursor)
    case .command: return suggest(surroundings.commands(session), text, from: start, for: word)
    case .coordinator:
      // In a path, only the last component is completed.
      let last = Self.last(of: word) { $0 == "/" }
      return suggest(livingNames, text, from: cursor - last.utf8.count, for: last)
    case .event:
      let last = Self.last(of: word, \.isWhitespace)
      let kinds = NavigationEvent.Kind.allCases.map { Candidate(name: $0.name) }
      return suggest(kinds, text, from: cursor - last.utf8.count, for: last)
    case .plugin:
      let names = session.plugins.names.map { Candidate(name: $0) }
      return suggest(names, text, from: start, for: word)
    case .nothing: return Self.nothing(text, cursor)
    }
  }

  /// Returns the text after the last separator.
  private static func last(of text: String, _ isSeparator: (Character) -> Bool) -> String {
    text.lastIndex(where: isSeparator).map { String(text[text.index(after: $0)...]) } ?? text
  }

  /// The types of the live coordinators, and their page ids.
  private var livingNames: [Candidate] {
    var names: Set<String> = []
    var rest = session.engine.tree.main.map { [$0] } ?? []
    while let node = rest.popLast(), names.count < 1000 {
      names.insert(node.type)
      names.formUnion(node.pages.map(\.id))
      rest += node.children
    }
    return names.sorted().map { Candidate(name: $0) }
  }

  /// Returns the names in the folder that the user has typed.
  private func files(_ text: PromptText, _ from: Int, _ cursor: Int) -> LineCompletion {
    let blank = text.bytes[from..<cursor].lastIndex(where: PromptText.isBlank)
    let path = text.text((blank.map { $0 + 1 } ?? from)..<cursor)
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let word = String(path.dropFirst(folder.count))
    let names = surroundings.files(folder.isEmpty ? "." : folder).filter {
      word.hasPrefix(".") || !$0.hasPrefix(".")
    }
    return suggest(
      names.map { Candidate(name: $0) }, text, from: cursor - word.utf8.count, for: word)
  }

  // MARK: - Questions

  /// Returns the documented names or, after a name, the documented members of a handle kind or
  /// library.
  private func question(_ text: PromptText, at cursor: Int) -> LineCompletion {
    let place = CursorContext(text, at: cursor)
    let word = text.text(place.word)
    let names = NameSource(session: session, finder: inference(before: [], in: text))
    guard let last = place.tokens.last, last.word == "." || last.word == ":" else {
      guard place.tokens.isEmpty else { return Self.nothing(text, cursor) }
      return suggest(names.subjects, text, from: place.word.lowerBound, for: word)
    }
    let chain = ChainReader(text, place.tokens).chain(endingAt: place.tokens.count - 2)
    return suggest(
      names.documented(of: chain), text, from: place.word.lowerBound, for: word)
  }
}
