internal import Foundation
internal import Signalbox
internal import SignalboxInspector

/// How snapshots of tests that differ are handled: `SIGNALBOX_UPDATE` says it.
package enum SnapshotUpdate: Sendable {
  /// Nothing is written.
  case none
  /// New ones are written.
  case missing
  /// New ones and changed ones are written.
  case changed

  /// Returns the value of `SIGNALBOX_UPDATE`: `1` overwrites changed snapshots; in CI nothing is
  /// written by default.
  ///
  /// - Throws: `environment` for another value.
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
        "SIGNALBOX_UPDATE is \"\(word)\", expected 1 to write snapshots that changed, missing for new "
          + "ones only, or 0 for none")
    }
  }
}

/// Compares the state of one test with its snapshots: files in the folder `snapshots` next to it.
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

  /// Compares the state of an engine with the snapshot of a name, and writes it if that is allowed.
  ///
  /// - Returns: The difference as text, or `nil` if there is none.
  /// - Throws: An error if a snapshot is taken twice, or its file cannot be read or written.
  func difference(_ name: String, _ engine: NavigationEngine) throws(FixtureError) -> String? {
    let folder = SnapshotNaming.folder(of: test.file)
    let title = SnapshotNaming.slug(test.function)
    let path = "\(folder.path)/\(title)--\(SnapshotNaming.slug(name)).txt"
    guard taken.insert(path).inserted else {
      throw FixtureError(
        .file, "snapshot \"\(name)\" is taken twice in this test; each needs a name")
    }
    let place = project.path(named: path)
    let actual = RenderSubject(engine).snapshotText
    let known = FileManager.default.contents(atPath: place).map {
      String(decoding: $0, as: UTF8.self)
    }
    // Bytes: accents in two spellings are two texts.
    if let known, known.utf8.elementsEqual(actual.utf8) { return nil }
    if update == .changed || update == .missing && known == nil {
      try write(actual, to: place, shown: path)
      return nil
    }
    guard let known else { return "\(path) does not exist; SIGNALBOX_UPDATE=1 writes it" }
    return "\(path) differs (- recorded, + actual); SIGNALBOX_UPDATE=1 overwrites it\n\n"
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
