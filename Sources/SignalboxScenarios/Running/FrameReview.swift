/// Which frames on file no flow takes any more.
public struct FrameReview {
  private let used: Set<String>
  /// The beginnings of paths that belong to flows which did not come to their end.
  private let open: [String]
  /// The folders of the files that the run has as a whole.
  public let folders: [String]

  /// - Parameters:
  ///   - planned: The flows of the whole run, where this is a part of it.
  ///   - all: Every flow that was found, whether or not it was selected.
  public init(_ results: [FlowResult], of planned: [FlowDescription], among all: [FlowDescription])
  {
    used = Set(results.flatMap(\.frames).map(\.path))
    open = results.filter { ![.passed, .flaky].contains($0.status) }.map { result in
      let title = FrameRecorder.slug(result.flow.title)
      return "\(FrameRecorder.folder(of: result.flow.file))/\(title)--"
    }
    let ran = Set(planned.map(\.id))
    var whole = Set(all.map(\.file))
    for flow in all where !ran.contains(flow.id) { whole.remove(flow.file) }
    folders = whole.map(FrameRecorder.folder(of:)).sorted()
  }

  /// Of frames on file, those that no flow takes; a flow that did not pass keeps its own.
  public func obsolete(among paths: [String]) -> [String] {
    paths.filter { path in !used.contains(path) && !open.contains { path.hasPrefix($0) } }
  }
}
