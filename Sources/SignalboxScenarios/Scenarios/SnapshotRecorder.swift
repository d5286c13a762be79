internal import SignalboxInspector
public import SignalboxScripting

/// Stores snapshots. The executable implements this protocol with files.
public protocol SnapshotStore: AnyObject {
  /// Returns a stored snapshot, or `nil` if there is none.
  ///
  /// - Parameter path: The path of the file, relative to the folder of its scenarios.
  /// - Throws: An error if the file exists but cannot be read.
  func read(_ path: SnapshotPath) throws(ScriptError) -> String?
  /// Writes a snapshot and creates missing folders.
  ///
  /// - Parameters:
  ///   - text: The new contents.
  ///   - path: The path of the file, relative to the folder of its scenarios.
  /// - Throws: An error if the file cannot be written.
  func write(_ text: String, to path: SnapshotPath) throws(ScriptError)
}

/// The policy for new and changed snapshots.
public enum SnapshotPolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// New snapshots are written, and changed snapshots cause a failure.
  case missing
  /// New and changed snapshots are written.
  case changed
  /// New and changed snapshots are written, and snapshots that no scenario uses are
  /// deleted.
  case all
  /// No snapshots are written. New and changed snapshots cause a failure.
  case none
}

/// A snapshot that a scenario has taken.
public struct SnapshotFile: Hashable, Codable, Sendable {
  /// The result of comparing a snapshot with a stored snapshot.
  public enum State: String, Hashable, Codable, Sendable {
    /// The snapshot equals the stored snapshot, byte by byte.
    case same
    /// The snapshot is new or has changed, and the policy allowed writing it.
    case written
    /// The snapshot is new or has changed, and the policy did not allow writing it. The scenario
    /// fails.
    case failed
  }

  /// The path of the file.
  public var path: String
  /// The result of comparing the snapshot with the stored snapshot.
  public var state: State
}

/// Compares a scenario's snapshots with stored snapshots.
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

  /// Compares a snapshot with the stored snapshot. If they differ and the policy allows it, writes
  /// the new snapshot.
  ///
  /// - Returns: The differences. The array is empty if there are none, or if the snapshot was
  ///   written.
  func take(_ name: String, _ text: String) throws(ScriptError) -> [ScenarioDifference] {
    let title = SnapshotNaming.slug(scenario.title)
    let place = Self.folder(of: scenario.file).appending(
      "\(title)--\(SnapshotNaming.slug(name)).txt")
    let path = place.description
    guard !snapshots.contains(where: { $0.path == path }) else {
      throw .badArgument(
        "snapshot \"\(name)\" is taken twice in this scenario; use a different "
          + "name for each snapshot")
    }
    guard let store else {
      throw .badArgument("snapshot \"\(name)\": this run has no folder for snapshots")
    }
    let known = try store.read(place)
    // Bytes are compared, because different encodings of an accented letter are different texts.
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
