/// The path of a snapshot, or of a folder of snapshots: a name below the folder of its scenarios.
public struct SnapshotPath: Hashable, Sendable {
  /// The folder of the scenarios, which nothing of the path may lead out of; `.` is the current one.
  public let folder: String
  /// What it is called there: `snapshots/checkout/guest-buys--basket.txt`.
  public let name: String

  /// A name below a folder.
  public init(_ name: String, below folder: String) {
    self.name = name
    self.folder = folder
  }

  /// What is in a folder of snapshots.
  public func appending(_ file: String) -> SnapshotPath {
    SnapshotPath("\(name)/\(file)", below: folder)
  }
}

extension SnapshotPath: CustomStringConvertible {
  /// The whole path.
  public var description: String {
    folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}

extension ScenarioDescription {
  /// What the paths of all its snapshots begin with: `scenarios/snapshots/checkout/guest-buys--`.
  public var snapshotPrefix: String {
    SnapshotRecorder.folder(of: file).appending("\(SnapshotRecorder.slug(title))--").description
  }
}

extension ScenarioFile {
  /// The folder of the snapshots of a file's scenarios: `scenarios/snapshots/checkout`.
  public static func snapshotFolder(of path: String) -> SnapshotPath {
    SnapshotRecorder.folder(of: path)
  }
}
