internal import Signalbox
public import SignalboxScripting

/// The progress of an exploration as lines, from which a later exploration can continue.
///
/// The first line identifies the application, its properties and the random walks, if any. Each
/// further line contains the effects of the actions in one state, or a random walk. States are
/// added in the order in which they are explored, so the lines of an interrupted exploration are a
/// prefix of the lines of a complete one.
public struct ExplorationJournal {
  /// The parameters of an exploration's random walks, which all shards of the exploration share.
  public struct Walks: Codable, Hashable, Sendable {
    /// The number of walks.
    public let count: Int
    /// The maximum number of actions in a walk.
    public let depth: Int
    /// The seed from which the random numbers of all walks are derived.
    public var seed: UInt64 { UInt64(bitPattern: Int64(seedBits)) }
    /// The bits of the seed as a signed integer, because the seed may exceed `Int.max`.
    private let seedBits: Int

    private enum CodingKeys: String, CodingKey {
      case count, depth
      case seedBits = "seed"
    }

    init(count: Int, seed: UInt64, depth: Int) {
      (self.count, self.depth, seedBits) = (count, depth, Int(truncatingIfNeeded: seed))
    }
  }

  /// The lines of an earlier exploration. The list is empty for a new exploration.
  public let lines: [String]
  /// The option and the file that contain the lines, such as `--resume shop.states`, for error
  /// messages.
  let name: String
  private let sources: SourceCache
  private let write: (String) throws(ScriptError) -> Void

  /// - Parameters:
  ///   - lines: The lines of an earlier exploration. The array is empty for a new exploration.
  ///   - name: The option and the file that contain the lines, such as `--resume shop.states`, for
  ///     error messages.
  ///   - sources: The sources of the file and of all files that it requires, which identify the
  ///     application.
  ///   - write: A closure that appends a line to the stored journal.
  public init(
    lines: [String], of name: String, sources: SourceCache,
    _ write: @escaping (String) throws(ScriptError) -> Void
  ) {
    (self.lines, self.name, self.sources, self.write) = (lines, name, sources, write)
  }

  typealias Record = ExplorationRecord<ExploredApplication>

  /// The contents of the first line.
  private struct Head: Codable, Hashable {
    static let version = 5

    var version = Self.version
    /// The key that identifies the sources.
    let sources: String
    /// The key of the first state.
    let start: String
    let properties: [String]
    /// The random walks, or `nil` if all paths are taken.
    var walks: Walks?
  }

  /// The random walks of the earlier exploration. The value is `nil` if that exploration took all
  /// paths, if there is no earlier exploration, or if the first line is malformed or has another
  /// version.
  public var walks: Walks? { lines.first.flatMap(Self.head)?.walks }

  private static func head(_ line: String) -> Head? {
    let head = try? NavigationValue(json: line).decoded(as: Head.self)
    return head?.version == Head.version ? head : nil
  }

  /// Reads the lines of the earlier exploration, or writes the first line of a new exploration.
  ///
  /// - Parameters:
  ///   - start: The key of the first state.
  ///   - properties: The titles of the file's properties.
  ///   - walks: The random walks, or `nil` if the exploration takes all paths.
  ///   - take: A closure that receives each line after the first one.
  /// - Throws: `badArgument` for lines of another application, of other properties, of other walks
  ///   or of another version, and for malformed lines. Also throws the errors that the closures
  ///   throw.
  func begin<Line: Decodable>(
    _ start: StateKey, _ properties: [String], walking walks: Walks? = nil,
    _ take: (Line) throws(ScriptError) -> Void
  ) throws(ScriptError) {
    let head = Head(sources: identity, start: start.text, properties: properties, walks: walks)
    guard let first = lines.first else { return try write(Self.line(head)) }
    guard let earlier = Self.head(first) else { throw unreadable(first) }
    guard earlier.walks == walks else { throw otherWalks(earlier.walks, walks) }
    guard earlier == head else {
      throw .badArgument(
        "\(name): the file contains the exploration of another application or of an earlier "
          + "version", hint: "delete the file to explore from the start")
    }
    for (index, line) in lines.enumerated().dropFirst() {
      let read: Line
      do throws(NavigationError) {
        read = try NavigationValue(json: line).decoded(as: Line.self)
      } catch {
        throw malformed(index + 1, error.description)
      }
      try take(read)
    }
  }

  private static func line(_ value: some Encodable) -> String {
    String(NavigationValue.line(value).dropLast())
  }

  private func malformed(_ line: Int, _ what: String) -> ScriptError {
    .badArgument(
      "\(name): line \(line) is malformed: \(what)",
      hint: "delete the file to explore from the start")
  }

  /// Returns the error for a first line that ``head(_:)`` cannot read.
  private func unreadable(_ first: String) -> ScriptError {
    struct Format: Decodable { let version: Int }
    guard let format = try? NavigationValue(json: first).decoded(as: Format.self),
      format.version != Head.version
    else { return malformed(1, "expected the first line of a file that --resume wrote") }
    return .badArgument(
      "\(name): the file has format \(format.version) of another version of signalbox, expected "
        + "format \(Head.version)", hint: "delete the file to explore from the start")
  }

  private func otherWalks(_ found: Walks?, _ expected: Walks?) -> ScriptError {
    func text(_ walks: Walks?) -> String {
      guard let walks else { return "all paths" }
      return "\(counted(walks.count, "random walk")) with seed \(walks.seed) and up to "
        + counted(walks.depth, "action")
    }
    return .badArgument(
      "\(name): the file contains \(text(found)), expected \(text(expected))",
      hint: "use the options with which the file was written, or delete the file")
  }

  /// The key that identifies all sources.
  private var identity: String {
    var key = StateKey()
    for (name, source) in sources.all.sorted(by: { $0.key < $1.key }) {
      key.add(name)
      key.add(String(decoding: source, as: UTF8.self))
    }
    return key.text
  }

  /// Writes the effects of the actions in a state.
  func append(
    _ expansion: StateExpansion<ExploredApplication>, of state: Int, in record: Record
  ) throws(ScriptError) {
    try write(Self.line(JournalLine(expansion, of: state, in: record)))
  }

  /// Writes a random walk.
  func append(_ walk: WalkLine) throws(ScriptError) { try write(Self.line(walk)) }
}

/// The effects of the actions in one state, as a line of a journal.
struct JournalLine: Codable {
  typealias Expansion = StateExpansion<ExploredApplication>
  typealias Record = ExplorationRecord<ExploredApplication>

  /// The state after an action. Known states are identified by their number.
  struct Target: Codable {
    var number: Int?
    var key: String?
    /// The hash of the variables in hexadecimal, or `nil` if it is unknown or equals the hash of
    /// the known state.
    var variables: String?
    /// The raw value of ``StateObservation/gaps``, or `nil` if there are none.
    var gaps: UInt8?
    var front: [String]?
    var holds: [Bool]?
    var errors: [PropertyError]?
    var defect: String?
  }

  struct PropertyError: Codable {
    let property: String
    let message: String
    let location: ScriptLocation?
  }

  struct Fault: Codable {
    let kind: ActionFault<ScriptLocation>.Kind
    let text: String
    let location: ScriptLocation?
  }

  struct Step: Codable {
    let action: [String]
    var faults: [Fault]?
    var target: Target?
    var handledLink: String?
  }

  let state: Int
  var isUnstable: Bool?
  var steps: [Step]
  let coverage: ScenarioCoverage

  init(_ expansion: Expansion, of state: Int, in record: Record) {
    self.state = state
    isUnstable = expansion.isUnstable ? true : nil
    coverage = expansion.usage ?? ScenarioCoverage()
    steps = expansion.steps.map { Step($0, target: $0.target.map { Self.target($0, in: record) }) }
  }

  private static func target(
    _ state: FoundState<ScriptLocation>, in record: Record
  ) -> Target {
    let variables = state.observation.variables
    if let number = record.graph.number(of: state.key) {
      let isSame = record.variables(of: number) == variables
      return Target(
        number: number, variables: isSame ? nil : variables.map(StateKey.digits),
        gaps: Self.gaps(of: state))
    }
    return Target(state)
  }

  fileprivate static func gaps(of state: FoundState<ScriptLocation>) -> UInt8? {
    let gaps = state.observation.gaps
    return gaps.isEmpty ? nil : gaps.rawValue
  }

  /// Returns the number of the state and the effects of its actions.
  ///
  /// - Parameters:
  ///   - record: The contents of the preceding lines.
  ///   - journal: The journal that contains the line.
  /// - Throws: `badArgument` for values that an exploration does not write.
  func expansion(
    in record: Record, of journal: ExplorationJournal
  ) throws(ScriptError) -> (state: Int, expansion: Expansion) {
    guard record.graph.states.contains(state) else {
      throw .badArgument(
        "\(journal.name): the file refers to state \(state), which it does not contain",
        hint: "delete the file to explore from the start")
    }
    var expansion = Expansion()
    expansion.isUnstable = isUnstable ?? false
    expansion.usage = coverage
    for step in steps { expansion.steps.append(try step.expansion(in: record, of: journal.name)) }
    return (state, expansion)
  }
}

extension JournalLine.Step {
  init(_ step: JournalLine.Expansion.Step, target: JournalLine.Target?) {
    self.init(
      action: step.action.words,
      faults: step.faults.isEmpty
        ? nil
        : step.faults.map {
          JournalLine.Fault(kind: $0.kind, text: $0.text, location: $0.location)
        }, target: target, handledLink: step.handledLink)
  }

  /// Returns the action and its effects.
  ///
  /// - Parameters:
  ///   - record: The contents of the preceding lines.
  ///   - journal: The name of the journal that contains the step.
  /// - Throws: `badArgument` for values that an exploration does not write.
  func expansion(
    in record: JournalLine.Record, of journal: String
  ) throws(ScriptError) -> JournalLine.Expansion.Step {
    guard let action = ExplorationAction(words: action[...]) else {
      throw .badArgument(
        "\(journal): the file contains the unknown action \(action)",
        hint: "delete the file to explore from the start")
    }
    return JournalLine.Expansion.Step(
      action: action,
      faults: (faults ?? []).map {
        ActionFault(kind: $0.kind, text: $0.text, location: $0.location)
      },
      target: try target.map { target throws(ScriptError) in
        try target.state(in: record, of: journal)
      },
      handledLink: handledLink)
  }
}

extension JournalLine.Target {
  /// Creates a target that identifies a state by its key.
  init(_ state: FoundState<ScriptLocation>) {
    self.init(
      key: state.key.text, variables: state.observation.variables.map(StateKey.digits),
      gaps: JournalLine.gaps(of: state))
    guard let evaluation = state.evaluation else { return }
    front = [evaluation.front.name, evaluation.front.coordinator]
    holds = evaluation.holds
    defect = evaluation.defect
    if !evaluation.errors.isEmpty {
      errors = evaluation.errors.map {
        JournalLine.PropertyError(
          property: $0.property, message: $0.message, location: $0.location)
      }
    }
  }

  fileprivate func state(
    in record: JournalLine.Record, of journal: String
  ) throws(ScriptError) -> FoundState<ScriptLocation> {
    let variables = variables.flatMap { UInt32($0, radix: 16) }
    let gaps = StateGaps(rawValue: gaps ?? 0)
    if let number, record.graph.states.contains(number) {
      return FoundState(
        StateObservation(
          key: record.graph.key(of: number),
          variables: variables ?? record.variables(of: number), gaps: gaps), nil)
    }
    guard let key = key.flatMap(StateKey.init(text:)), let variables else {
      throw .badArgument(
        "\(journal): the file contains an incomplete state",
        hint: "delete the file to explore from the start")
    }
    var evaluation: StateEvaluation<ScriptLocation>?
    if let front, front.count == 2, let holds {
      var found = StateEvaluation<ScriptLocation>(
        front: FrontScreen(name: front[0], coordinator: front[1]))
      found.holds = holds
      found.defect = defect
      found.errors = (errors ?? []).map {
        .init(property: $0.property, message: $0.message, location: $0.location)
      }
      evaluation = found
    }
    return FoundState(
      StateObservation(
        key: key, variables: variables, gaps: gaps), evaluation)
  }
}

extension StateKey {
  /// The key as 32 hexadecimal digits.
  fileprivate var text: String { Self.digits(high) + Self.digits(low) }

  /// Creates a key from its ``text``, or returns `nil` for any other string.
  fileprivate init?(text: String) {
    guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  fileprivate static func digits(_ word: some FixedWidthInteger) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: word.bitWidth / 4 - digits.count) + digits
  }
}

extension ExplorationAction {
  /// The action as a list of words.
  fileprivate var words: [String] {
    switch self {
    case .user(.tap(let label)): ["tap", label]
    case .user(.tapAlert(let label)): ["tapAlert", label]
    case .user(.back): ["back"]
    case .user(.swipeBack(let cancelled)): [cancelled ? "swipeBackCancelled" : "swipeBack"]
    case .user(.swipeDown(let cancelled)): [cancelled ? "swipeDownCancelled" : "swipeDown"]
    case .user(.tapTab(let page, _)), .tapTab(let page): ["tapTab", page]
    case .enterText(let field, let text): ["enterText", field, text]
    case .open(let url): ["open", url]
    case .wait(let milliseconds): ["wait", String(milliseconds)]
    case .outcome(let type, let result): ["outcome", type] + (result.map { [$0.line] } ?? [])
    case .statement(let text): ["statement", text]
    case .begin(let action): ["begin"] + action.words
    case .settle: ["settle"]
    case .swipe(let swipe, let phase): ["swipe", swipe.rawValue, phase.rawValue]
    }
  }

  /// Creates an action from its ``words``, or returns `nil` for other words.
  fileprivate init?(words: ArraySlice<String>) {
    let rest = Array(words.dropFirst())
    switch (words.first, rest.count) {
    case ("tap", 1): self = .user(.tap(rest[0]))
    case ("tapAlert", 1): self = .user(.tapAlert(rest[0]))
    case ("back", 0): self = .user(.back)
    case ("swipeBack", 0): self = .user(.swipeBack(cancelled: false))
    case ("swipeBackCancelled", 0): self = .user(.swipeBack(cancelled: true))
    case ("swipeDown", 0): self = .user(.swipeDown(cancelled: false))
    case ("swipeDownCancelled", 0): self = .user(.swipeDown(cancelled: true))
    case ("tapTab", 1): self = .tapTab(rest[0])
    case ("enterText", 2): self = .enterText(field: rest[0], text: rest[1])
    case ("open", 1): self = .open(rest[0])
    case ("wait", 1):
      guard let milliseconds = Int(rest[0]) else { return nil }
      self = .wait(milliseconds: milliseconds)
    case ("outcome", 1): self = .outcome(type: rest[0], result: nil)
    case ("outcome", 2):
      guard let result = try? NavigationValue(json: rest[1]) else { return nil }
      self = .outcome(type: rest[0], result: result)
    case ("statement", 1): self = .statement(rest[0])
    case ("begin", 1...):
      guard let action = ExplorationAction(words: rest[...]) else { return nil }
      self = .begin(action)
    case ("settle", 0): self = .settle
    case ("swipe", 2):
      guard let swipe = Swipe(rawValue: rest[0]), let phase = SwipePhase(rawValue: rest[1]) else {
        return nil
      }
      self = .swipe(swipe, phase)
    default: return nil
    }
  }
}
