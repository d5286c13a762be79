internal import Signalbox
internal import SignalboxScripting

/// Finds the names that are valid at a position: globals, members and keywords.
struct NameSource {
  let session: ScriptSession
  let finder: TypeInference
  /// The number of times that inputs have called each method.
  var uses: [String: Int] = [:]

  private static let keywords = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  // MARK: - Globals

  /// Returns the names that can begin an expression or a statement: locals in the text, names in
  /// the session, built-in globals, Lua's own names, and keywords.
  func globals(before tokens: [LuaToken], in text: PromptText) -> [Candidate] {
    let own = session.inspection.ownNames.filter { isBare($0.name) }.map(Self.candidate)
    let results = own.filter { $0.name.hasPrefix("_") }
    let words = ScriptReference.describedGlobals + ScriptReference.describedBase
    let described = Set(words.map(\.name) + ScriptReference.luaLibraries)
    let added = session.inspection.baseNames.filter { !described.contains($0.name) }.map(
      Self.candidate)
    return Self.locals(in: tokens, text) + own.filter { !$0.name.hasPrefix("_") }
      + words.map(Self.candidate) + added
      + ScriptReference.luaLibraries.map { Candidate(name: $0, detail: "Lua library") }
      + Self.keywords.map { Candidate(name: $0, detail: "keyword") } + results
  }

  /// Returns the names that the text declares, newest first.
  private static func locals(in tokens: [LuaToken], _ text: PromptText) -> [Candidate] {
    var names: [Candidate] = []
    var isDeclaring = false
    for (index, token) in tokens.enumerated() {
      if token.word == "local" || token.word == "for" {
        isDeclaring = true
      } else if token.word == "function" {
        // In `local function f(a, b)`, the parameters follow the name.
        isDeclaring = true
      } else if token.word == "=" || token.word == "in" || token.word == ")" {
        isDeclaring = false
      } else if isDeclaring, token.kind == .name {
        let mark = index > 0 ? tokens[index - 1].word : ""
        if mark != "." && mark != ":" && mark != "<" {
          names.append(Candidate(name: text.text(token), detail: "local"))
        }
      }
    }
    return names.reversed()
  }

  private func isBare(_ name: String) -> Bool { NavigationArguments.isBareName(name) }

  static func candidate(_ name: ScriptReference.Entry) -> Candidate {
    let detail = [name.signature, name.summary].filter { !$0.isEmpty }.joined(separator: "  ")
    return Candidate(name: name.name, detail: detail)
  }

  static func candidate(_ name: InspectedName) -> Candidate {
    Candidate(name: name.name, detail: name.text.isEmpty ? name.kind : name.text)
  }

  // MARK: - Members

  /// Returns the names that can follow a `.` or `:`.
  ///
  /// - Parameter isDefined: Whether the name is part of a method definition.
  func members(of inferred: InferredType?, isMethod: Bool, isDefined: Bool) -> [Candidate] {
    guard let inferred else { return [] }
    switch inferred {
    case .library(let name):
      return isMethod ? [] : ScriptReference.described(ofLibrary: name).map(Self.candidate)
    case .string, .value(.string): return isMethod ? stringMethods : []
    case .value(.table(let table)):
      let names = session.inspection.names(in: .table(table))
      return candidates(in: names, isMethod: isMethod)
    case .value(let value):
      if let type = session.inspection.definitionName(of: value) {
        return definition(value, type, isMethod: isMethod, isDefined: isDefined)
      }
      return handle(inferred, value, isMethod: isMethod)
    case .handle: return handle(inferred, nil, isMethod: isMethod)
    case .list, .function, .word: return []
    }
  }

  /// Returns the string keys of a table, with values of any kind.
  func keys(of inferred: InferredType?) -> [Candidate] {
    guard case .value(.table(let table))? = inferred else { return [] }
    return session.inspection.names(in: .table(table)).map(Self.candidate)
  }

  private var stringMethods: [Candidate] {
    ScriptReference.described(ofLibrary: "string").filter { $0.signature.hasPrefix("(s") }
      .map { name in
        var candidate = Self.candidate(name)
        candidate.detail = candidate.detail.replacing("(s, ", with: "(")
          .replacing("(s)", with: "()")
        return candidate
      }
  }

  /// Returns the names in a table, with descriptions if the table is a documented library.
  private func candidates(in names: [InspectedName], isMethod: Bool) -> [Candidate] {
    let bare = names.filter { isBare($0.name) && (!isMethod || $0.isFunction) }
    let known = Set(names.map(\.name))
    let library = (["clock"] + ScriptReference.luaLibraries).first { library in
      Set(ScriptReference.described(ofLibrary: library).map(\.name)) == known
    }
    let described = library.map(ScriptReference.described(ofLibrary:)) ?? []
    return bare.map { name in
      described.first { $0.name == name.name }.map(Self.candidate) ?? Self.candidate(name)
    }
  }

  private func definition(
    _ value: ScriptValue, _ type: String, isMethod: Bool, isDefined: Bool
  ) -> [Candidate] {
    let methods = session.inspection.names(in: value).map {
      Candidate(name: $0.name, detail: "method of \(type)")
    }
    if isDefined { return ScriptReference.lifecycle.map(Self.candidate) + methods }
    guard isMethod else { return methods + [Candidate(name: "name", detail: "its name")] }
    return [
      Candidate(name: "extend", detail: "(definition)  adds to the definition"),
      Candidate(
        name: "new",
        detail: "(args?, opts?)  creates a coordinator that is not attached yet"),
    ] + methods
  }

  /// Returns the members of a handle kind. If the coordinator's type is known, operations for
  /// another kind of coordinator are omitted.
  private func handle(_ inferred: InferredType, _ value: ScriptValue?, isMethod: Bool)
    -> [Candidate]
  {
    guard let kind = inferred.kind else { return [] }
    var described = ScriptReference.described(of: kind).filter {
      $0.isFunction == isMethod && isFitting($0.name, inferred)
    }
    if kind == "app", isMethod {
      described = MemberOrder(application: finder.application, uses: uses).sorted(described)
    }
    var own = value.map(session.inspection.names(in:)) ?? []
    if value == nil, kind == "coordinator", let type = finder.coordinatorType(of: inferred) {
      own = session.inspection.methods(ofType: type)
    }
    own = own.filter { isBare($0.name) && (!isMethod || $0.isFunction) }
    let added = isMethod ? session.inspection.addedMethods(on: kind) : []
    return own.map(Self.candidate) + described.map(Self.candidate)
      + added.map { Candidate(name: $0, detail: "of a plugin") }
  }

  private func isFitting(_ name: String, _ inferred: InferredType) -> Bool {
    guard let type = finder.coordinatorType(of: inferred),
      let kind = session.engine.coordinatorType(named: type)?.kind,
      let index = OperationCatalog.index(of: name)
    else { return true }
    switch OperationCatalog.signature(at: index).receiver {
    case .navigation: return kind == .navigation
    case .tabs: return kind == .tabs
    case .any, .application, .user: return true
    }
  }

  // MARK: - Documentation

  /// The documented subjects: globals, libraries, and handle kinds.
  var subjects: [Candidate] {
    let words = ScriptReference.describedGlobals + ScriptReference.describedBase
    let known = Set(words.map(\.name))
    let kinds = ScriptReference.kinds.filter { isBare($0) && !known.contains($0) }
    return words.map(Self.candidate)
      + ScriptReference.luaLibraries.map { Candidate(name: $0, detail: "Lua library") }
      + kinds.map { Candidate(name: $0, detail: "kind of handle") }
  }

  /// Returns the documented members of a handle kind or a library.
  func documented(of chain: NameChain?) -> [Candidate] {
    guard let chain, case .name(let name) = chain.root else { return [] }
    if chain.steps.isEmpty {
      if ScriptReference.kinds.contains(name) {
        return ScriptReference.described(of: name).map(Self.candidate)
      }
      let library = ScriptReference.described(ofLibrary: name)
      if !library.isEmpty { return library.map(Self.candidate) }
    }
    guard let kind = finder.type(of: chain)?.kind else { return [] }
    return ScriptReference.described(of: kind).map(Self.candidate)
  }
}
