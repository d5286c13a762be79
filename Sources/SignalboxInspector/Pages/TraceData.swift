internal import Signalbox

/// A recording in the format that the inspector's page reads: a header, and the steps in chunks.
///
/// Each chunk is self-contained: it contains every screen, stack, coordinator, layer and view of
/// its steps once, and the steps refer to these parts by index. A stack is stored as the index of
/// the stack below its top screen and the index of the top screen, so that the size depends on the
/// changes, not on the stack depth.
struct TraceData {
  /// The header, with the result, the failures, the sources and, for each chunk, the number of its
  /// steps and the number of groups that begin in it.
  private(set) var head: NavigationArguments = [:]
  /// The chunks of steps, as JSON.
  private(set) var chunks: [NavigationValue] = []
  /// The timers and the asynchronous work. The list is empty if there were none.
  private(set) var lanes = LaneList()

  /// The number of steps in a chunk.
  static let chunkSize = 500

  init(_ trace: SessionTrace) {
    let entries = Self.entries(of: trace)
    var (sizes, failed): ([NavigationValue], [NavigationValue]) = ([], [])
    var previous = TraceChunk.Before(
      state: trace.header["state"], view: trace.firstView, groups: [])
    for start in stride(from: 0, to: max(1, entries.count), by: Self.chunkSize) {
      let own = entries[start..<min(start + Self.chunkSize, entries.count)]
      var chunk = TraceChunk(after: previous)
      for (index, entry) in own.enumerated() {
        chunk.add(entry, trace.views)
        if entry.isFailed { failed.append(.integer(start + index)) }
      }
      sizes.append([.integer(own.count), .integer(chunk.groupCount)])
      chunks.append(chunk.value)
      previous = chunk.last
    }
    head["version"] = 1
    head["chunks"] = .list(sizes)
    head["failed"] = failed.isEmpty ? nil : .list(failed)
    for name in ["from", "seed", "status", "failures", "sources", "output"] {
      head[name] = trace.header[name]
    }
    head["coverage"] = trace.header["coverage"]
    head["graph"] = Self.graph(of: trace)
    head["leaks"] = trace.views.values.lazy.compactMap { $0.fields["leaks"] }.first
    lanes = Self.lanes(of: entries, trace)
    head["lanes"] = lanes.count == 0 ? nil : .integer(lanes.count)
    for name in ["time", "isScheduleCut"] {
      head[name] = trace.views.values.lazy.compactMap { $0.fields[name] }.first
    }
    if trace.isTruncated { head["isTruncated"] = .boolean(true) }
  }

  /// Returns the index of a call among all steps of the recording on the page, or the number of
  /// steps if there is no such call.
  static func index(ofCall call: Int, in trace: SessionTrace) -> Int {
    let entries = entries(of: trace)
    var rest = call
    for (index, entry) in entries.enumerated() where entry.call != nil {
      if rest == 0 { return index }
      rest -= 1
    }
    return entries.count
  }

  /// Returns the timers and the asynchronous work, with the indices of the steps during which they
  /// began and ended.
  private static func lanes(of entries: [Entry], _ trace: SessionTrace) -> LaneList {
    var lanes = LaneList()
    var next = 0
    for (step, view) in trace.views.sorted(by: { $0.key < $1.key }) {
      guard let changes = view.fields["schedule"]?.list else { continue }
      while next + 1 < entries.count, entries[next].number.map({ $0 < step }) ?? true { next += 1 }
      var index = next
      for change in changes {
        // A view also contains the changes that occurred while the clock advanced after its step.
        let time = LaneList.time(of: change) ?? 0
        while index + 1 < entries.count, entries[index + 1].number == nil,
          (entries[index + 1].call?.recorded.milliseconds ?? .max) < time
        {
          index += 1
        }
        lanes.add(change, at: index)
      }
    }
    return lanes
  }

  private static func graph(of trace: SessionTrace) -> NavigationValue {
    var graph = TraceGraph()
    graph.add(trace)
    let routes = (trace.header["screens"]?.list ?? []).compactMap(DeclaredScreen.init)
    graph.declare(routes, coverage: trace.header["coverage"])
    return graph.value
  }

  /// A step of a scenario, a recorded call, or both.
  struct Entry {
    let step: NavigationArguments?
    let call: SessionTrace.Step?

    var number: Int? { step?["step"]?.integer ?? call?.recorded.step }
    var isFailed: Bool { step?["isFailed"] != nil }
  }

  /// Merges a scenario's steps with its recorded calls. Expectations are steps without calls, and
  /// clock advances are calls without steps.
  static func entries(of trace: SessionTrace) -> [Entry] {
    var rest = (trace.header["steps"]?.list ?? []).compactMap(\.table)[...]
    var ends = trace.views.map { (line: $0.value.line, step: $0.key) }.sorted { $0.line < $1.line }[
      ...]
    var (entries, ended): ([Entry], Int) = ([], 0)
    func number(_ step: NavigationArguments) -> Int { step["step"]?.integer ?? 0 }
    func take(while isWanted: (Int) -> Bool) {
      while let next = rest.first, isWanted(number(next)) {
        entries.append(Entry(step: next, call: nil))
        rest.removeFirst()
      }
    }
    for call in trace.steps {
      guard let own = call.recorded.step else {
        // The end of a step is recorded when the next step begins.
        while let end = ends.first, end.line < call.recorded.line {
          ended = end.step
          ends.removeFirst()
        }
        if !trace.views.isEmpty { take { $0 <= ended + 1 } }
        entries.append(Entry(step: nil, call: call))
        continue
      }
      take { $0 < own }
      let step = rest.first.flatMap { number($0) == own ? $0 : nil }
      if step != nil { rest.removeFirst() }
      entries.append(Entry(step: step, call: call))
    }
    take { _ in true }
    return entries
  }
}
