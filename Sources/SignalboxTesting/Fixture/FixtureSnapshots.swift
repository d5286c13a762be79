internal import Foundation
internal import Signalbox
internal import SignalboxInspector

/// The policy for new and changed test snapshots, which `SIGNALBOX_UPDATE` specifies.
package enum SnapshotUpdate: Sendable {
  /// No snapshots are written.
  case none
  /// New snapshots are written.
  case missing
  /// New and changed snapshots are written.
  case changed

  /// Returns the policy that `SIGNALBOX_UPDATE` specifies. With the value `1`, changed snapshots
  /// are overwritten. In CI, no snapshots are written by default.
  ///
  /// - Throws: `environment` if the value is invalid.
  package static func ofEnvironment() throws(FixtureError) -> SnapshotUpdate {
    guard let word = TestProject.variable("SIGNALBOX_UPDATE") else {
      return TestProject.isCI ? .none : .missing
    }
    switch word {
    case "1", "true", "changed": return .changed
    case "0", "false", "none": return .none
    case "missing": return .missing
    default:
      throw FixtureError(
        .environment,
        "SIGNALBOX_UPDATE is \"\(word)\", expected 1 to write new and changed snapshots, missing "
          + "to write only new ones, or 0 to write none")
    }
  }
}

/// Compares the state in a test with the test's snapshots, which are files in the folder
/// `snapshots` next to the test.
final class FixtureSnapshots {
  private let project: TestProject
  private let update: SnapshotUpdate
  private let test: TestName
  private var taken: Set<String> = []

  init(_ project: TestProject, _ test: TestName) throws(FixtureError) {
    self.project = project
    self.test = test
    update = try .ofEnvironment()
  }

  /// Compares the state of an engine with the snapshot of the given name, and writes the snapshot
  /// if the policy allows it.
  ///
  /// - Returns: The difference as text, or `nil` if there is none or the snapshot was written.
  /// - Throws: An error if the test has already used the name or the snapshot's file cannot be
  ///   written.
  func difference(_ name: String, _ engine: NavigationEngine) throws(FixtureError) -> String? {
    let folder = SnapshotNaming.folder(of: test.file)
    let title = SnapshotNaming.slug(test.function)
    let path = "\(folder.path)/\(title)--\(SnapshotNaming.slug(name)).txt"
    guard taken.insert(path).inserted else {
      throw FixtureError(
        .file,
        "snapshot \"\(name)\" is taken twice in this test; use a different name for each "
          + "snapshot")
    }
    let place = project.path(named: path)
    let actual = RenderSubject(engine).snapshotText
    let known = FileManager.default.contents(atPath: place).map {
      String(decoding: $0, as: UTF8.self)
    }
    // Bytes are compared, because `==` regards different encodings of an accented letter as equal.
    if let known, known.utf8.elementsEqual(actual.utf8) { return nil }
    if update == .changed || update == .missing && known == nil {
      try write(actual, to: place, shown: path)
      return nil
    }
    guard let known else { return "\(path) does not exist; set SIGNALBOX_UPDATE=1 to write it" }
    return "\(path) differs (- recorded, + actual); set SIGNALBOX_UPDATE=1 to overwrite it\n\n"
      + LineDifference(expected: known, actual: actual).description
  }

  private func write(_ text: String, to place: String, shown: String) throws(FixtureError) {
    let file = URL(fileURLWithPath: place)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
    } catch {
      throw FixtureError(.file, "cannot write \(shown): \(error.localizedDescription)")
    }
  }
}
