internal import Signalbox
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
    let lines = flows.map { "  " + NavigationValue.table(fields(of: $0)).line }
    return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }

  /// What a flow says of itself.
  static func fields(of flow: FlowDescription) -> NavigationArguments {
    var fields = NavigationArguments(reporting: flow.options)
    fields["timeout"] = flow.options.timeout.map { .number(DurationText.milliseconds($0)) }
    fields["id"] = .string(flow.id)
    fields["file"] = .string(flow.file)
    fields["line"] = .integer(flow.line)
    fields["suites"] = .texts(flow.suites)
    fields["name"] = .string(flow.name)
    return fields
  }
}

extension NavigationArguments {
  /// The fields of something that reports contain. Nothing in it is without a form.
  init(reporting value: some Encodable) {
    self = (try? NavigationArguments(encoding: value)) ?? [:]
  }
}
