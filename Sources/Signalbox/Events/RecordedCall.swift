/// A line of a recording as people read it: what was called, and as which call of Lua.
package struct RecordedCall: Hashable, Sendable {
  /// What was called, such as `navigate` or `clock.advance`.
  package let operation: String
  /// How it ended, such as `done` or `rejected(unknownRoute)`.
  package let outcome: String
  /// Whether a callback called it, so that it comes about by itself.
  package let isNested: Bool
  private let fields: NavigationArguments

  /// Reads a line; `nil` for the first line of a recording and for what is no line of one.
  package init?(line: String) {
    guard let document = try? JSONReader.value(line),
      case .table(let fields) = try? ObjectReader.withoutContents().value(of: document),
      case .string(let operation) = fields["operation"],
      case .string(let outcome) = fields["outcome"]
    else { return nil }
    self.operation = operation
    self.outcome = outcome
    isNested = fields["by"] != nil
    self.fields = fields
  }

  /// Whether it went back or forth in what was done.
  package var isTravel: Bool { caller == nil && (operation == "undo" || operation == "redo") }

  /// Virtual milliseconds since the recording began.
  package var time: Int { if case .integer(let time) = fields["time"] { time } else { 0 } }

  /// What was shown after it, in one line; `nil` where the recording does not say.
  package var state: String? {
    if case .string(let state) = fields["state"] { state } else { nil }
  }

  /// The line of a flow that called, where the recording says it: `shop.flow.lua:31`.
  package var place: String? {
    if case .string(let place) = fields["at"] { place } else { nil }
  }

  /// Whether it was refused.
  package var isRejected: Bool { outcome.hasPrefix("rejected") }

  /// The path of the coordinator that was called, such as `Home/Shop`; `nil` for the application.
  package var caller: String? {
    if case .string(let path) = fields["caller"] { path } else { nil }
  }

  /// The call as a script writes it: `app:tap("Buy")`; `nil` where no text can say it.
  ///
  /// Functions are left out.
  ///
  /// - Parameter receiver: How a script gets at the coordinator of a path.
  package func lua(receiver: (String) -> String) -> String? {
    if operation.hasPrefix("clock.") { return clock }
    if let input { return input(receiver) }
    guard fields["unrecordable"] == nil, fields["refusal"] == nil, fields["presenter"] == nil,
      fields["caller"] == nil || caller != nil, let index, var arguments
    else { return nil }
    let signature = OperationCatalog.signature(at: index)
    guard let options = options(receiver) else { return nil }
    if !options.isEmpty {
      // What is left out in the middle would let the options slip into its place.
      while arguments.count < signature.parameters.count { arguments.append("nil") }
      arguments.append("{ \(options.joined(separator: ", ")) }")
    }
    let owner = caller.map(receiver) ?? "app"
    return "\(owner):\(operation)(\(arguments.joined(separator: ", ")))"
  }

  /// How an input of the host is written: `app:notify({ … })`, `Main.step = "first"`.
  private var input: (((String) -> String) -> String?)? {
    guard case .string(let kind) = fields["input"], case .list(let list) = fields["values"] else {
      return nil
    }
    let values = list.map { value in
      if case .table(let table) = value { table["value"]?.description ?? "nil" } else { "nil" }
    }
    return { [operation, caller] receiver in
      guard kind == HostInput.Kind.property.rawValue else {
        return "app:\(operation)(\(values.joined(separator: ", ")))"
      }
      return caller.map { "\(receiver($0)).\(operation) = \(values.first ?? "nil")" }
    }
  }

  private var clock: String? {
    if case .integer(let span) = fields["milliseconds"] { return "clock.advance(\(span))" }
    return "\(operation)()"
  }

  private var index: Int? {
    fields["isGesture"] == nil
      ? OperationCatalog.index(of: operation) : OperationCatalog.index(ofGesture: operation)
  }

  // MARK: - Arguments

  /// The positional arguments as literals, without those at the end that were left out.
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

  /// A literal, empty for what was left out, `nil` for what has none.
  private func argument(_ parameter: OperationParameter) -> String? {
    let name: String
    switch parameter.kind {
    case .destination, .route, .type, .page, .screen:
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

  /// `screen("help", { args = { id = 1 } })`.
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

  /// The fields of the options table; `nil` where one has no literal.
  private func options(_ receiver: (String) -> String) -> [String]? {
    guard case .table(let table) = fields["options"] else { return [] }
    var list: [String] = []
    for field in table.fields where field.name != "callbacks" {
      switch (OperationOption.named(field.name)?.kind, field.value) {
      case (.layer, _), (nil, _): return nil
      case (.coordinator, .string(let path)): list.append("\(field.name) = \(receiver(path))")
      case (.coordinator, _): return nil
      default: list.append("\(field.name) = \(field.value)")
      }
    }
    return list
  }
}
