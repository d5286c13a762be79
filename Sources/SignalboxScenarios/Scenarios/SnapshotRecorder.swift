internal import SignalboxInspector
public import SignalboxScripting

/// Stores snapshots; the executable implements it with files.
public protocol SnapshotStore: AnyObject {
  /// Returns a stored snapshot, or `nil` if there is none.
  ///
  /// - Parameter path: The file below the folder of its scenarios.
  /// - Throws: An error if the file exists and cannot be read.
  func read(_ path: SnapshotPath) throws(ScriptError) -> String?
  /// Writes a snapshot and creates the folders that it needs.
  ///
  /// - Parameters:
  ///   - text: The new contents.
  ///   - path: The file below the folder of its scenarios.
  /// - Throws: An error if the file cannot be written.
  func write(_ text: String, to path: SnapshotPath) throws(ScriptError)
}

/// How new and changed snapshots are handled.
public enum SnapshotPolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// New snapshots are written, and changed ones fail.
  case missing
  /// New and changed snapshots are written.
  case changed
  /// Like `changed`, and snapshots that no scenario takes anymore are deleted.
  case all
  /// No snapshot is written; new and changed ones fail.
  case none
}

/// A snapshot that a scenario has taken.
public struct SnapshotFile: Hashable, Codable, Sendable {
  /// The result of comparing a snapshot.
  public enum State: String, Hashable, Codable, Sendable {
    case same
    case written
    case failed
  }

  /// The file.
  public var path: String
  /// The result of comparing it.
  public var state: State
}

/// Compares a scenario's snapshots with the stored ones.
final class SnapshotRecorder {
  private let store: (any SnapshotStore)?
  private let policy: SnapshotPolicy
  private let scenario: ScenarioDescription
  private(set) var snapshots: [SnapshotFile] = []

  init(_ scenario: ScenarioDescription, _ store: (any SnapshotStore)?, _ policy: SnapshotPolicy) {
    self.scenario = scenario
    self.store = store
    self.policy = policy
  }

  /// Returns the snapshot folder for a scenario file, such as `scenarios/snapshots/checkout`.
  static func folder(of file: String) -> SnapshotPath {
    let folder = SnapshotNaming.folder(of: file)
    return SnapshotPath(folder.name, below: folder.base)
  }

  /// - Returns: The difference. The array is empty if there is none or if the snapshot was written.
  func take(_ name: String, _ text: String) throws(ScriptError) -> [ScenarioDifference] {
    let title = SnapshotNaming.slug(scenario.title)
    let place = Self.folder(of: scenario.file).appending(
      "\(title)--\(SnapshotNaming.slug(name)).txt")
    let path = place.description
    guard !snapshots.contains(where: { $0.path == path }) else {
      throw .badArgument("snapshot \"\(name)\" is taken twice in this scenario; each needs a name")
    }
    guard let store else {
      throw .badArgument("snapshot \"\(name)\": this run has no folder for snapshots")
    }
    let known = try store.read(place)
    // Bytes: accents in two spellings are two texts.
    if let known, known.utf8.elementsEqual(text.utf8) {
      snapshots.append(SnapshotFile(path: path, state: .same))
      return []
    }
    let mayWrite = policy == .changed || policy == .all || policy == .missing && known == nil
    if mayWrite { try store.write(text, to: place) }
    snapshots.append(SnapshotFile(path: path, state: mayWrite ? .written : .failed))
    if mayWrite { return [] }
    guard let known else {
      return [ScenarioDifference(path, expected: "a snapshot", actual: "none on file")]
    }
    return [ScenarioDifference.ofLines(path, expected: known, actual: text)]
  }
}
