internal import SignalboxInspector

/// The path of a snapshot or snapshot folder, relative to the folder of its scenarios.
public struct SnapshotPath: Hashable, Sendable {
  /// The folder that contains the scenarios. Files outside this folder are never read or written.
  /// The string `.` represents the current folder.
  public let folder: String
  /// The relative path, such as `snapshots/checkout/guest-buys--basket.txt`.
  public let name: String

  /// Creates a path relative to a folder.
  ///
  /// - Parameters:
  ///   - name: The relative path, with `/` between its components.
  ///   - folder: The folder that contains the scenarios. The string `.` represents the current
  ///     folder.
  public init(_ name: String, below folder: String) {
    self.name = name
    self.folder = folder
  }

  /// Returns the path of a file in a snapshot folder.
  ///
  /// - Parameter file: The name of the file.
  package func appending(_ file: String) -> SnapshotPath {
    SnapshotPath("\(name)/\(file)", below: folder)
  }
}

extension SnapshotPath: CustomStringConvertible {
  /// The complete path.
  public var description: String {
    folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}

extension ScenarioDescription {
  /// The path prefix that all snapshots of the scenario share, such as
  /// `scenarios/snapshots/checkout/guest-buys--`.
  package var snapshotPrefix: String {
    SnapshotRecorder.folder(of: file).appending("\(SnapshotNaming.slug(title))--").description
  }
}

extension ScenarioFile {
  /// Returns the snapshot folder for a scenario file, such as `scenarios/snapshots/checkout`.
  ///
  /// - Parameter path: The path of the scenario file.
  package static func snapshotFolder(of path: String) -> SnapshotPath {
    SnapshotRecorder.folder(of: path)
  }
}
