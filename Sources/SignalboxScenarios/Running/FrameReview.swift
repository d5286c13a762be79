/// Which frames on file no flow takes any more.
public struct FrameReview {
  private let used: Set<String>
  /// The beginnings of paths that belong to flows which did not come to their end.
  private let open: [String]
  /// The folders of the files that the run has as a whole.
  public let folders: [FramePath]

  /// - Parameters:
  ///   - planned: The flows of the whole run, where this is a part of it; each once.
  ///   - all: Every flow that was found, whether or not it was selected.
  public init(_ results: [FlowResult], of planned: [FlowDescription], among all: [FlowDescription])
  {
    used = Set(results.indices.flatMap { results[$0].frames.map(\.path) })
    open = results.indices.filter { ![.passed, .flaky].contains(results[$0].status) }.map { index in
      results[index].flow.framePrefix
    }
    // How many flows of a file the run does not have.
    var left: [String: Int] = [:]
    for (file, count) in Self.counts(all) { left[file, default: 0] += count }
    for (file, count) in Self.counts(planned) { left[file, default: 0] -= count }
    folders = left.filter { $0.value <= 0 }.keys.sorted().map(FrameRecorder.folder(of:))
  }

  /// How many flows of a file follow each other; all of them, mostly.
  private static func counts(_ flows: [FlowDescription]) -> [(file: String, count: Int)] {
    var counts: [(file: String, count: Int)] = []
    for flow in flows {
      if counts.last?.file == flow.file {
        counts[counts.count - 1].count += 1
      } else {
        counts.append((flow.file, 1))
      }
    }
    return counts
  }

  /// Of frames on file, those that no flow takes; a flow that did not pass keeps its own.
  public func obsolete(among paths: [String]) -> [String] {
    paths.filter { path in !used.contains(path) && !open.contains { path.hasPrefix($0) } }
  }
}
