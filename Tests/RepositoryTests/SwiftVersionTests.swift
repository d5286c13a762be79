import Testing

@Suite struct SwiftVersionTests {
  @Test func `pages and scripts name the Swift version that the manifest requires`() throws {
    let manifest = try Repository.file("Package.swift").text
    let version = try #require(manifest.firstMatch(of: /^\/\/ swift-tools-version: (\S+)/)?.1)
    let files =
      try ["README.md", "CONTRIBUTING.md", "scripts/setup"].map(Repository.file)
      + Repository.files(under: "docs/how-to", extensions: ["md"])
      + Repository.files(under: "examples", extensions: ["md"]).filter {
        !$0.path.contains("/.build/")
      }
    let named = files.flatMap { file in
      file.text.matches(of: /Swift (\d+\.\d+) or later/).map { (file.path, $0.output.1) }
    }
    #expect(named.count >= 5)
    #expect(named.filter { $0.1 != version }.map { "\($0.0): \($0.1)" } == [])
  }

  /// The version of Swift in the default Xcode of images of GitHub.
  private static let images: [Substring: Substring] = ["macos-26": "6.2"]

  @Test func `the workflow runs on an image with the Swift version that the manifest requires`()
    throws
  {
    let manifest = try Repository.file("Package.swift").text
    let version = try #require(manifest.firstMatch(of: /^\/\/ swift-tools-version: (\S+)/)?.1)
    let workflow = try Repository.file(".github/workflows/ci.yml").text
    let images = workflow.matches(of: /runs-on: (macos-\S+)/).map(\.1)
    #expect(images.map { Self.images[$0] } == [version])
  }
}
