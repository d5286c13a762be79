import Foundation

/// The cost of installing the program: the size of a release, and the first build from a clone.
/// These figures are measured only if they are named, because both take minutes.
struct InstallFigures {
  /// The folder of the repository.
  let root: String

  static let names = ["size", "build"]

  func measure(_ wanted: Set<String>) throws -> [Measurement] {
    guard !wanted.isDisjoint(with: Self.names) else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var found: [Measurement] = []
    if wanted.contains("build") {
      let clone = try clone(into: folder.appending(path: "build"))
      let time = try run([clone + "/scripts/signalbox", "--version"])
      found.append(
        Measurement(
          figure: "build", unit: "s", summary: "the first build from a clone, dependencies loaded",
          goal: 150, [time / .seconds(1)]))
    }
    if wanted.contains("size") {
      let work = folder.appending(path: "size")
      let clone = try clone(into: work)
      _ = try run([clone + "/packaging/program", work.path])
      let attributes = try FileManager.default.attributesOfItem(
        atPath: work.appending(path: "program").path)
      let size = (attributes[.size] as? NSNumber)?.doubleValue ?? 0
      found.append(
        Measurement(
          figure: "size", unit: "MB", summary: "the program of a release", goal: 15, [size / 1e6]))
    }
    return found
  }

  /// - Returns: The path of the clone.
  private func clone(into folder: URL) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let clone = folder.appending(path: "clone").path
    _ = try run(["git", "clone", "-q", root, clone])
    // Downloads are not part of the measurement.
    _ = try run(["swift", "package", "--package-path", clone, "resolve"])
    return clone
  }

  /// Runs a command in the environment of the benchmark, whose variables the package manager and
  /// the compiler need. The tested program does not need them.
  ///
  /// - Returns: The duration of the command.
  private func run(_ command: [String]) throws -> Duration {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let time = try ContinuousClock().measure {
      try process.run()
      process.waitUntilExit()
    }
    guard process.terminationStatus == 0 else {
      throw BenchmarkError(
        "\(command.joined(separator: " ")) ended with \(process.terminationStatus)")
    }
    return time
  }
}
