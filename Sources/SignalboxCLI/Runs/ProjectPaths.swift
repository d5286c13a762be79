internal import SignalboxFiles
internal import SignalboxScenarios

/// Converts file paths to paths relative to a project's folder.
struct ProjectPaths {
  /// The path of the folder with symbolic links resolved and a slash at the end.
  private let root: String
  /// The converted paths, keyed by the original path.
  private var known: [String: String] = [:]

  init(_ folder: String) {
    let path = FilePath.resolved(folder) ?? folder
    root = path.hasSuffix("/") ? path : path + "/"
  }

  /// Returns the identifier of a scenario, with the path relative to the folder, or the absolute
  /// path if the file is outside the folder.
  mutating func id(of scenario: ScenarioDescription) -> String {
    "\(path(of: scenario.file))::\(scenario.title)"
  }

  /// Returns the name of a scenario in a file with timings: its identifier with the path relative to
  /// the folder, or the path as given if the file is outside the folder, such as in another checkout.
  mutating func timedName(of scenario: ScenarioDescription) -> String {
    let id = id(of: scenario)
    return id.hasPrefix("/") ? scenario.id : id
  }

  private mutating func path(of file: String) -> String {
    if let path = known[file] { return path }
    // A file that no longer exists keeps its path.
    let path = FilePath.resolved(file) ?? file
    let relative = path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
    known[file] = relative
    return relative
  }
}
