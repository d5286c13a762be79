/// Removes values from a recording before it is shared: the values of named arguments, and the
/// texts of named text fields (decision 0353).
///
/// ```swift
/// let shared = RecordingRedaction(["email"]).redacted(lines)
/// ```
///
/// The values are also removed from the other texts of the recording, such as titles, events,
/// printed lines and source lines. A replay of the result repeats the calls with the replacements.
public struct RecordingRedaction: Sendable {
  /// The text that replaces a value.
  public static let replacement = "•••"
  /// The name that selects all arguments and text fields.
  public static let everything = "*"

  private let names: Set<String>
  private var secrets: SecretTexts
  /// The names of the selected arguments and text fields that were found in the collected
  /// recordings.
  private var found: Set<String> = []

  /// Creates a redaction.
  ///
  /// - Parameter names: The names of arguments and text fields, or ``everything``.
  public init(_ names: some Sequence<String>) {
    self.names = Set(names)
    secrets = SecretTexts()
  }

  /// Creates a redaction that replaces known passwords with dots.
  package init(passwords: some Sequence<String>) {
    self.init([])
    for password in passwords { secrets.add(password, as: RecordedPasswords.dots(password)) }
  }

  /// Whether the redaction removes no values.
  package var isEmpty: Bool { names.isEmpty && secrets.isEmpty }

  /// Returns a recording in which the values are replaced. Cost: O(size of the recording · number
  /// of values).
  ///
  /// - Parameter lines: The lines of the recording, without line endings. An incomplete line
  ///   remains incomplete, but loses its content.
  public func redacted(_ lines: [String]) -> [String] {
    guard !isEmpty else { return lines }
    let values = lines.map { try? NavigationValue(json: $0) }
    let copy = knowing(values)
    return zip(lines, values).enumerated().map { index, pair in
      guard let value = pair.1 else { return pair.0.allSatisfy(\.isWhitespace) ? "" : "{" }
      guard var fields = copy.replaced(value, isArgument: false).table else { return "{" }
      if index == 0, !names.isEmpty {
        let before = value.table?["redacted"]?.list?.compactMap(\.text) ?? []
        fields["redacted"] = .texts(Set(before).union(names).sorted())
      }
      return NavigationValue.table(fields).line
    }
  }

  /// Returns, in alphabetical order, the names of the redaction that a recording does not contain
  /// as the name of an argument or text field. Cost: O(n log n) for a recording of n bytes.
  ///
  /// - Parameter lines: The lines of the recording, without line endings.
  public func unusedNames(in lines: [String]) -> [String] {
    knowingValues(of: lines).unusedNames
  }

  /// The names of the redaction, in alphabetical order, that the collected recordings do not
  /// contain as the name of an argument or text field.
  package var unusedNames: [String] {
    names.subtracting(found).subtracting([Self.everything]).sorted()
  }

  /// Returns a redaction that also removes the values of a recording from texts that are not part
  /// of the recording. Cost: O(n log n) for a recording of n bytes.
  ///
  /// - Parameter lines: The lines of the recording, without line endings.
  package func knowingValues(of lines: [String]) -> RecordingRedaction {
    knowing(lines.map { try? NavigationValue(json: $0) })
  }

  private func knowing(_ values: [NavigationValue?]) -> RecordingRedaction {
    var copy = self
    for value in values { if let value { copy.collect(value, isArgument: false) } }
    copy.secrets.sort()
    return copy
  }

  /// Returns a string in which the known values are replaced.
  package func removed(from text: String) -> String { secrets.removed(from: text) }

  // MARK: - Collecting

  /// The keys of recorded calls and states whose values come from the application.
  private static let argumentKeys: Set<String> = [
    "arguments", "details", "setup", "value", "values",
  ]

  private func isNamed(_ name: String) -> Bool {
    names.contains(name) || names.contains(Self.everything)
  }

  /// Returns whether a table describes a selected text field, or a call that enters a string into
  /// such a field.
  private func isField(_ fields: NavigationArguments) -> Bool {
    guard fields["text"]?.text != nil, let name = fields["name"]?.text else { return false }
    let isCall = fields["operation"] != nil
    return isNamed(name) && (!isCall || fields["operation"] == "enterText")
  }

  private mutating func collect(_ value: NavigationValue, isArgument: Bool) {
    switch value {
    case .list(let values): for value in values { collect(value, isArgument: isArgument) }
    case .table(let fields):
      if isField(fields), let name = fields["name"]?.text, let text = fields["text"] {
        found.insert(name)
        collectLeaves(of: text)
      }
      for field in fields.fields {
        if isArgument, isNamed(field.name) {
          found.insert(field.name)
          collectLeaves(of: field.value)
          secrets.add(field.value, named: field.name, as: Self.replacement)
        } else {
          collect(field.value, isArgument: isArgument || Self.argumentKeys.contains(field.name))
        }
      }
    case .boolean, .integer, .number, .string, .object: break
    }
  }

  private mutating func collectLeaves(of value: NavigationValue) {
    switch value {
    case .string(let text): secrets.add(text, as: Self.replacement)
    case .integer(let number): secrets.add(String(number), as: Self.replacement)
    case .number(let number): secrets.add(String(number), as: Self.replacement)
    case .list(let values): for value in values { collectLeaves(of: value) }
    case .table(let fields): for field in fields.fields { collectLeaves(of: field.value) }
    case .boolean, .object: break
    }
  }

  // MARK: - Replacing

  /// The keys whose texts are names that the format, the application's code or its files define.
  private static let structuralKeys: Set<String> = [
    "at", "attachment", "by", "caller", "clock", "format", "from", "kind", "name", "operation",
    "outcome", "owner", "redacted", "seed", "selection", "side", "status", "style", "ticket",
    "type",
  ]

  private func replaced(_ value: NavigationValue, isArgument: Bool) -> NavigationValue {
    switch value {
    case .string(let text): return .string(secrets.removed(from: text))
    case .list(let values):
      return .list(values.map { replaced($0, isArgument: isArgument) })
    case .table(let fields):
      let isField = isField(fields)
      return .table(
        NavigationArguments(
          fields.fields.map { field in
            let isNamed = isArgument && isNamed(field.name) || isField && field.name == "text"
            if isNamed { return (field.name, Self.replacement(of: field.value)) }
            if !isArgument, field.value.text != nil, Self.structuralKeys.contains(field.name) {
              return (field.name, field.value)
            }
            return (
              field.name,
              replaced(
                field.value, isArgument: isArgument || Self.argumentKeys.contains(field.name))
            )
          }))
    case .boolean, .integer, .number, .object: return value
    }
  }

  private static func replacement(of value: NavigationValue) -> NavigationValue {
    switch value {
    // Dots of a password remain, so that a replay shows the same state.
    case .string(let text) where !text.isEmpty && text.allSatisfy { $0 == "•" }: value
    case .string(""): value
    default: .string(replacement)
    }
  }
}
