internal import Signalbox

/// Flows that do not run, and tags that look mistyped, over all files.
enum FlowsCheck {
  static func findings(in flows: [FlowDescription]) -> [CheckFinding] {
    only(flows) + skips(flows) + tags(flows)
  }

  private static func only(_ flows: [FlowDescription]) -> [CheckFinding] {
    let hidden = flows.count { !$0.options.isOnly }
    guard hidden > 0 else { return [] }
    return flows.filter(\.options.isOnly).map { flow in
      CheckFinding(
        .warning, "onlyHidesOthers",
        "\"\(flow.title)\" says only, so that \(hidden) other flow\(hidden == 1 ? "" : "s") do not run",
        hint: "remove only before it is shared", file: flow.file, line: flow.line)
    }
  }

  private static func skips(_ flows: [FlowDescription]) -> [CheckFinding] {
    flows.filter { $0.options.skip == "" }.map { flow in
      CheckFinding(
        .warning, "skipWithoutReason", "\"\(flow.title)\" is skipped, and nothing says why",
        hint: "skip = \"why\"", file: flow.file, line: flow.line)
    }
  }

  /// A tag of one flow alone that is nearly one of several.
  private static func tags(_ flows: [FlowDescription]) -> [CheckFinding] {
    var owners: [String: [FlowDescription]] = [:]
    for flow in flows {
      for tag in flow.options.tags { owners[tag, default: []].append(flow) }
    }
    let common = owners.filter { places($0.value) > 1 }.keys
    return owners.sorted { $0.key < $1.key }.compactMap { tag, flows in
      guard places(flows) == 1, let flow = flows.first, let near = nearestName(to: tag, in: common),
        letters(near) != letters(tag) || near.lowercased() == tag.lowercased(), tag.count > 3
      else { return nil }
      return CheckFinding(
        .warning, "oddTag",
        "only \"\(flow.title)\" has the tag \"\(tag)\", \(places(owners[near] ?? [])) others have "
          + "\"\(near)\"",
        hint: "did you mean \"\(near)\"?", file: flow.file, line: flow.line)
    }
  }

  /// The cases of an `each` are one place.
  private static func places(_ flows: [FlowDescription]) -> Int { Set(flows.map(\.place)).count }

  /// Tags that differ in their numbers only are meant: `ios17`, `ios18`.
  private static func letters(_ tag: String) -> String {
    tag.lowercased().filter { !$0.isNumber }
  }
}
