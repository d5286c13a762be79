/// A line of a recording: a call with its caller, its arguments, its outcome and possibly the state
/// after the call.
public struct RecordedCall: Hashable, Sendable {
  /// The fields of the line, with objects represented as tables.
  var fields: NavigationArguments
  /// The number of the line, counted from 1, or 0 for a call that was not read from a file.
  package let line: Int

  package init(fields: NavigationArguments, line: Int = 0) {
    self.fields = fields
    self.line = line
  }

  /// Reads the line of a call. Returns `nil` for all other strings, such as the first line of a
  /// recording.
  package init?(line: String) {
    guard let fields = (try? JSONReader.value(line))?.table else { return nil }
    let call = RecordedCall(fields: fields, line: 0).printable
    guard call.fields["operation"]?.text != nil, call.fields["outcome"]?.text != nil else {
      return nil
    }
    self = call
  }

  /// A copy of the call in which objects have no contents, for display.
  var printable: RecordedCall {
    var copy = self
    if let fields = try? ObjectReader.withoutContents().arguments(of: fields) {
      copy.fields = fields
    }
    return copy
  }

  /// The name of the call, such as `navigate` or `clock.advance`.
  public var operation: String { fields["operation"]?.text ?? "" }
  /// The outcome, such as `done`, `noop(atRoot)` or `rejected(unknownRoute)`. The value is `queued`
  /// if the call had not settled, and `failed` if a host input threw an error.
  public var outcome: String { fields["outcome"]?.text ?? "" }
  /// The virtual time of the call, measured from the beginning of the recording.
  public var time: Duration { .milliseconds(milliseconds) }
  package var milliseconds: Int { fields["time"]?.integer ?? 0 }
  /// The location of the scenario line that made the call, or `nil` if the location is not
  /// recorded.
  public var place: String? { fields["at"]?.text }
  /// The number of the scenario step, counted from 1, or `nil` if the step is not recorded.
  public var step: Int? { fields["step"]?.integer }
  /// A one-line summary of the state after the call. The string is empty if the state is not
  /// recorded.
  public var shown: String { document?.description ?? "" }
  /// Whether a callback or a host input made the call. A replay does not perform such a call
  /// separately.
  package var isNested: Bool { fields["by"] != nil }
  /// Whether the call is an undo or a redo that was not called on a coordinator.
  package var isHistoryCall: Bool { caller == nil && (operation == "undo" || operation == "redo") }
  /// The number of steps of an undo, a redo or a pop, or `nil` if the number is 1 or the call has
  /// no such argument.
  package var count: Int? { fields["count"]?.integer }
  /// Whether the call was rejected.
  package var isRejected: Bool { outcome.hasPrefix("rejected") }
  /// The code of the rejection, or `nil` if the call was not rejected.
  package var rejectionCode: String? {
    isRejected ? String(outcome.drop { $0 != "(" }.dropFirst().dropLast()) : nil
  }
  /// The path of the coordinator that the call was made on, such as `Home/Shop`, or `nil` if the
  /// call was made on the application or on a coordinator without a path.
  package var caller: String? { fields["caller"]?.text }

  /// The state after the call as a snapshot, or `nil` if the state is not recorded.
  private var snapshot: String? {
    guard let state = fields["state"] else { return nil }
    // If a recording contains dots instead of passwords, the results of a replay are compared with
    // the dots.
    let shown = RecordedPasswords.hidden(inState: state)
    let value = try? ObjectReader.withoutContents().value(of: shown)
    return value.flatMap { try? JSONWriter.text(of: $0) }
  }

  /// Whether the recording contains dots instead of the password that the call enters.
  package var isRedacted: Bool { fields["redacted"] != nil }

  /// The state after the call in its recorded form, or `nil` if the state is not recorded.
  package var state: NavigationValue? { fields["state"] }

  var document: StateDocument? {
    guard let state = fields["state"] else { return nil }
    let value = try? ObjectReader.withoutContents().value(of: state)
    return value.flatMap { try? StateDocument($0) }
  }

  /// Returns whether another call has the same operation and the same result, as far as this line
  /// contains the result.
  func cameTo(_ other: RecordedCall, comparesTime: Bool) -> Bool {
    operation == other.operation && outcome == other.outcome
      && (!comparesTime || time == other.time)
      && (fields["state"] == nil || snapshot == other.snapshot)
  }

  /// Returns the call as Lua source, such as `app:tap("Buy")`, or `nil` if the call cannot be
  /// written as Lua source.
  ///
  /// Arguments and options that are functions are omitted.
  ///
  /// - Parameter receiver: A closure that returns the Lua expression for the coordinator with the
  ///   given path.
  package func lua(receiver: (String) -> String) -> String? {
    if operation.hasPrefix("clock.") {
      return "\(operation)(\(fields["milliseconds"]?.description ?? ""))"
    }
    if let kind = fields["input"]?.text { return input(kind, receiver) }
    guard fields["unrecordable"] == nil, fields["rejection"] == nil, fields["presenter"] == nil,
      fields["caller"] == nil || caller != nil, let index, var arguments
    else { return nil }
    let signature = OperationCatalog.signature(at: index)
    guard let options = options(receiver) else { return nil }
    if !options.isEmpty {
      // Without a value for an omitted argument, the options would take the argument's position.
      while arguments.count < signature.parameters.count { arguments.append("nil") }
      arguments.append("{ \(options.joined(separator: ", ")) }")
    }
    let owner = caller.map(receiver) ?? "app"
    return "\(owner):\(operation)(\(arguments.joined(separator: ", ")))"
  }

  /// Returns a host input as Lua source, such as `app:notify({ … })` or `Main.step = "first"`, or
  /// `nil` if the coordinator of a property has no path.
  private func input(_ kind: String, _ receiver: (String) -> String) -> String? {
    let values = (fields["values"]?.list ?? []).map { $0.table?["value"]?.description ?? "nil" }
    guard kind == HostInput.Kind.property.rawValue else {
      return "app:\(operation)(\(values.joined(separator: ", ")))"
    }
    return caller.map { "\(receiver($0)).\(operation) = \(values.first ?? "nil")" }
  }

  private var index: Int? {
    fields["isGesture"] == nil
      ? OperationCatalog.index(of: operation) : OperationCatalog.index(ofGesture: operation)
  }

  // MARK: - Arguments

  /// The positional arguments as literals, without omitted arguments at the end, or `nil` if an
  /// argument has no literal.
  private var arguments: [String]? {
    guard let index else { return nil }
    var list: [String] = []
    var missing = 0
    for parameter in OperationCatalog.signature(at: index).parameters {
      guard let text = argument(parameter) else { return nil }
      if text.isEmpty {
        missing += 1
      } else {
        list += Array(repeating: "nil", count: missing) + [text]
        missing = 0
      }
    }
    return list
  }

  /// Returns the literal for an argument. The result is empty for an omitted argument, and `nil`
  /// for a value that has no literal.
  private func argument(_ parameter: OperationParameter) -> String? {
    let name: String
    switch parameter.kind {
    case .destination, .route, .type, .page, .field, .screen:
      if let content = fields["content"] { return description(content) }
      if fields["screen"] != nil || fields["coordinator"] != nil { return nil }
      name = "name"
    case .coordinator, .pages, .stack, .steps: return nil
    case .arguments: name = "arguments"
    case .count: name = "count"
    case .value: name = "value"
    case .text: name = "text"
    }
    if let value = fields[name] { return value.description }
    if parameter.kind == .count, !parameter.isOptional { return "1" }
    return parameter.isOptional ? "" : nil
  }

  /// Returns a screen description as Lua source, such as `screen("help", { args = { id = 1 } })`,
  /// or `nil` if the screen has restrictions.
  private func description(_ content: NavigationValue) -> String? {
    guard case .table(let content) = content, case .string(let name) = content["name"],
      content["traits"] == nil
    else { return nil }
    guard case .table(let arguments) = content["arguments"], !arguments.isEmpty else {
      return "screen(\(NavigationValue.string(name)))"
    }
    return "screen(\(NavigationValue.string(name)), { args = \(arguments) })"
  }

  // MARK: - Options

  /// Returns the fields of the options table as Lua source, or `nil` if a field has no literal.
  private func options(_ receiver: (String) -> String) -> [String]? {
    guard case .table(let table) = fields["options"] else { return [] }
    var list: [String] = []
    for field in table.fields where field.name != "callbacks" {
      switch (OperationOption.named(field.name)?.kind, field.value) {
      case (.layer, _), (nil, _): return nil
      case (.coordinator, .string(let path)): list.append("\(field.name) = \(receiver(path))")
      case (.coordinator, _): return nil
      case (.buttons, .list(let buttons)):
        let labels = buttons.compactMap { try? $0.decoded() as AlertButton.Label }
        list.append("\(field.name) = { \(labels.map(\.lua).joined(separator: ", ")) }")
      default: list.append("\(field.name) = \(field.value)")
      }
    }
    return list
  }
}

extension AlertButton.Label {
  /// The label as Lua source, such as `{ "Delete", role = "destructive" }`.
  fileprivate var lua: String {
    let title = NavigationValue.string(title).description
    return role.map { "{ \(title), role = \"\($0)\" }" } ?? title
  }
}

/// A parsed recording: its first line, its calls and the results of its scenario steps.
struct RecordedSession {
  let header: NavigationArguments
  let clock: SessionRecorder.Clock
  let calls: [RecordedCall]
  /// The results of a scenario's steps, keyed by step number.
  let views: [Int: SessionTrace.View]
  /// Whether the last line is incomplete.
  let isTruncated: Bool

  init(_ lines: [String]) throws(NavigationError) {
    let texts = lines.enumerated().filter { !$0.element.allSatisfy(\.isWhitespace) }
    var calls: [RecordedCall] = []
    var views: [Int: SessionTrace.View] = [:]
    var isTruncated = false
    for (position, text) in texts.enumerated() {
      do throws(NavigationError) {
        guard let fields = try JSONReader.value(text.element).table else {
          throw NavigationError(.malformed, "expected a table")
        }
        if position > 0, fields["operation"] == nil, let step = fields["step"]?.integer {
          views[step] = SessionTrace.View(fields: fields, line: text.offset + 1)
        } else {
          calls.append(RecordedCall(fields: fields, line: text.offset + 1))
        }
      } catch {
        guard position > 0, position == texts.count - 1 else {
          throw NavigationError(
            .malformed, "replay: line \(text.offset + 1) of the recording: \(error.message)")
        }
        isTruncated = true
      }
    }
    guard let header = calls.first?.fields, header["format"] == .string(SessionRecorder.format)
    else {
      throw NavigationError(
        .malformed,
        "replay: the first line does not name the format \(SessionRecorder.format)")
    }
    let reader = FieldReader(header, path: "recording")
    guard header["version"] == .integer(SessionRecorder.version) else {
      throw reader.wrong("version", expected: "\(SessionRecorder.version)")
    }
    guard let clock = SessionRecorder.Clock(rawValue: try reader.text("clock")) else {
      throw reader.wrong("clock", expected: "\"automatic\" or \"manual\"")
    }
    self.header = header
    self.clock = clock
    self.calls = Array(calls.dropFirst())
    self.views = views
    self.isTruncated = isTruncated
  }

  /// The initial state as a snapshot.
  var beginning: String {
    get throws(NavigationError) {
      let state = NavigationValue.table(
        try FieldReader(header, path: "recording").required("state"))
      return try JSONWriter.text(of: try ObjectReader.withoutContents().value(of: state))
    }
  }
}
