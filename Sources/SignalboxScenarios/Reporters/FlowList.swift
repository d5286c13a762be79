internal import SignalboxInspector

/// The flows of a run without running them, as text and as JSON.
public enum FlowList {
  /// One line for each flow: its place, its title and its tags.
  public static func text(_ flows: [FlowDescription]) -> String {
    flows.map { flow in
      let tags = flow.options.tags.map { " #\($0)" }.joined()
      return DisplayText.line("\(flow.place)  \(flow.title)\(tags)") + "\n"
    }.joined()
  }

  /// A JSON list of objects, one for each flow.
  public static func json(_ flows: [FlowDescription]) -> String {
    let lines = flows.map { "  " + JSONText.text(of: value(of: $0)) }
    return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }

  static func value(of flow: FlowDescription) -> JSONText.Value {
    let options = flow.options
    let properties = options.properties.sorted { $0.key < $1.key }.map { name, value in
      (name, JSONText.Value.string(value) as JSONText.Value?)
    }
    return .object([
      ("id", .string(flow.id)), ("file", .string(flow.file)), ("line", .integer(flow.line)),
      ("suites", .list(flow.suites.map { .string($0) })), ("name", .string(flow.name)),
      ("tags", .list(options.tags.map { .string($0) })),
      ("skip", options.skip.map { .string($0) }), ("todo", options.todo.map { .string($0) }),
      ("fails", options.fails.map { .string($0) }),
      ("properties", properties.isEmpty ? nil : .object(properties)),
      ("bugs", options.bugs.isEmpty ? nil : .list(options.bugs.map { .string($0) })),
    ])
  }
}
