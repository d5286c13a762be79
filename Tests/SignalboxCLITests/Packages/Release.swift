import Foundation
import Testing

@testable import SignalboxCLI

/// A release in a local folder: an archive in the form of `scripts/release` that contains the
/// program of this build, with checksums and the install script.
struct Release {
  static let root = DocumentationTests.root
  let tool: Tool
  let name = "signalbox-\(Version.number)-\(Version.platform)"

  /// The folder's URL.
  var base: String { "file://\(tool.folder.appending(path: "release").path)" }
  var archive: URL { tool.folder.appending(path: "release/\(name).tar.gz") }

  init() throws {
    // NOTE: compressing the program of a debug build takes seconds, so the archive contains a
    // script that runs it.
    let program = "#!/bin/sh\nexec \(try Tool.path().path) \"$@\"\n"
    tool = try Tool([
      "release/\(name)/bin/signalbox": program,
      "release/\(name)/share/doc/signalbox/README.md": "A release.\n",
      "release/get": try String(
        contentsOf: Self.root.appending(path: "scripts/get"), encoding: .utf8),
    ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: tool.folder.appending(path: "release/\(name)/bin/signalbox").path)
    let made = try run(
      """
      cd release
      tar -czf \(name).tar.gz \(name)
      rm -r \(name)
      sha256sum \(name).tar.gz > SHA256SUMS
      """)
    #expect(made == Tool.Result())
  }

  func remove() { tool.remove() }

  /// Runs a Bash script in the same way as GitHub.
  ///
  /// - Parameter folder: The working directory, relative to the folder of the release.
  func run(_ script: String, in folder: String = ".", environment: [String: String] = [:]) throws
    -> Tool.Result
  {
    let file = tool.folder.appending(path: ".step.sh")
    try Data("cd \(folder)\n\(script)\n".utf8).write(to: file)
    return try tool.run(
      ["bash", "--noprofile", "--norc", "-eo", "pipefail", file.path],
      environment: [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": tool.folder.path, "LC_ALL": "C.UTF-8",
      ].merging(environment) { _, own in own }, program: URL(filePath: "/usr/bin/env"))
  }

  /// Runs the install script.
  func install(_ arguments: String = "", environment: [String: String] = [:]) throws -> Tool.Result
  {
    try run(
      "\(Self.root.path)/scripts/get \(arguments)",
      environment: ["SIGNALBOX_DOWNLOAD_BASE": base].merging(environment) { _, own in own })
  }
}
