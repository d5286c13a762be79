/// Which frames on file no flow takes any more.
public struct FrameReview {
  private let used: Set<String>
  /// The beginnings of paths that belong to flows which did not come to their end.
  private let open: [String]
  /// The folders of the files that ran as a whole.
  public let folders: [String]

  /// - Parameter all: Every flow that was found, whether or not it ran.
  public init(_ results: [FlowResult], of all: [FlowDescription]) {
    used = Set(results.flatMap(\.frames).map(\.path))
    open = results.filter { ![.passed, .flaky].contains($0.status) }.map { result in
      let title = FrameRecorder.slug(result.flow.title)
      return "\(FrameRecorder.folder(of: result.flow.file))/\(title)--"
    }
    let ran = Set(results.map(\.flow.id))
    let files = Dictionary(grouping: all, by: \.file)
    let whole = files.filter { $0.value.allSatisfy { ran.contains($0.id) } }
    folders = whole.keys.map(FrameRecorder.folder(of:)).sorted()
  }

  /// Of frames on file, those that no flow takes; a flow that did not pass keeps its own.
  public func obsolete(among paths: [String]) -> [String] {
    paths.filter { path in !used.contains(path) && !open.contains { path.hasPrefix($0) } }
  }
}
