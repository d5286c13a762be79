import Foundation
import Testing

@testable import SignalboxCLI

/// What a build knows of itself: variables during the build, which `EmbedTool` writes as Swift.
struct VersionTests {
  private func embed(_ values: [String]) throws -> (result: Tool.Result, source: String?) {
    let tool = try Tool()
    defer { tool.remove() }
    let program = try Tool.path().deletingLastPathComponent().appending(path: "EmbedTool")
    let output = tool.folder.appending(path: "Build.swift")
    let result = try tool.run(["build", output.path] + values, program: program)
    return (result, try? Tool.text(of: output))
  }

  private static func source(_ version: String, _ commit: String, _ repository: String) -> String {
    """
    // Made by EmbedTool; do not edit.

    /// What the variables SIGNALBOX_VERSION, SIGNALBOX_COMMIT and SIGNALBOX_REPOSITORY were during the
    /// build; `nil` where they were not set.
    enum Build {
      static let version: String? = \(version)
      static let commit: String? = \(commit)
      static let repository: String? = \(repository)
    }

    """
  }

  @Test func `a build has version, commit and repository of its variables`() throws {
    let (result, source) = try embed(["1.2.3-rc.1", "0123abcdef", "owner/signalbox"])
    #expect(result == Tool.Result())
    #expect(source == Self.source("\"1.2.3-rc.1\"", "\"0123abcdef\"", "\"owner/signalbox\""))
  }

  @Test func `a build without the variables knows nothing of its origin`() throws {
    let (result, source) = try embed(["", "", ""])
    #expect(result == Tool.Result())
    #expect(source == Self.source("nil", "nil", "nil"))
  }

  @Test(arguments: [
    (["v1.2", "", ""], "SIGNALBOX_VERSION is \"v1.2\", expected a version: 1.2.3"),
    (["", "HEAD", ""], "SIGNALBOX_COMMIT is \"HEAD\", expected what git rev-parse HEAD prints"),
    (
      ["", "", "https://a"],
      "SIGNALBOX_REPOSITORY is \"https://a\", expected owner and name: owner/signalbox"
    ),
    (
      [],
      "usage: EmbedTool files OUTPUT DEMO FOLDER PATH… | build OUTPUT VERSION COMMIT REPOSITORY"
    ),
  ])
  func `a malformed variable ends the build`(values: [String], message: String) throws {
    let (result, source) = try embed(values)
    #expect(result == Tool.Result(errors: "error: EmbedTool: \(message)\n", code: 1))
    #expect(source == nil)
  }

  @Test func `the newest entry of the changelog is the version of the sources`() throws {
    let text = try String(
      contentsOf: DocumentationTests.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let heading = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(heading.firstMatch(of: /\d+\.\d+\.\d+/).map { String($0.output) } == Version.sources)
  }
}
