import Testing

@Suite struct LayerTests {
  /// A page, a manifest and folders with two valid layers.
  private static let page = """
    ## Targets

    | target | may import (of ours) | product | what it is |
    |---|---|---|---|
    | `Engine` | - | library | no `Lua` |
    | `Scripts` | `Engine` | library | on top |

    ## Next

    | target | may import (of ours) | product | what it is |
    |---|---|---|---|
    | `Later` | `Scripts` | no | to come |
    """

  private static let manifest = """
    let package = Package(
      dependencies: [.package(url: "https://example.org/deques", from: "1.0.0")],
      targets: [
        .target(name: "Engine", dependencies: [.product(name: "Deques", package: "deques")]),
        // .target(name: "Gone"),
        .target(name: "Scripts", dependencies: ["Engine"]),
        .testTarget(name: "EngineTests", dependencies: ["Scripts"]),
      ])
    """

  private func findings(
    page: String = page, manifest: String = manifest, folders: [String] = ["Engine", "Scripts"],
    path: String = "Sources/Engine/State.swift", _ source: String = ""
  ) -> [String] {
    let check = LayerCheck(
      table: LayerTable(SourceFile(path: "docs/architecture.md", text: page)),
      manifest: PackageManifest(SourceFile(path: "Package.swift", text: manifest)),
      folders: folders)
    return check.findings(in: [SourceFile(path: path, text: source)]).map(\.description)
  }

  @Test func `every import complies with the layer table`() throws {
    let check = LayerCheck(
      table: LayerTable(try Repository.file("docs/architecture.md")),
      manifest: PackageManifest(try Repository.file("Package.swift")),
      folders: try Repository.folders(in: "Sources"))
    #expect(!check.table.rows.isEmpty && !check.manifest.targets.isEmpty)
    let files = try Repository.sources()
    #expect(check.findings(in: files) == [])
  }

  @Test func `the layers in the sample are in order`() {
    #expect(findings("import Deques\nprivate import Foundation") == [])
    let path = "Sources/Scripts/Host.swift"
    #expect(findings(path: path, "package import struct Engine.State") == [])
  }

  @Test(arguments: ["import", "@testable import", "public import", "@_spi(Plugins) import enum"])
  func `an import of a higher layer is found in every syntax`(spelling: String) {
    let text = "// import Scripts\nlet text = \"import Scripts\"\n  \(spelling) Scripts.Host\n"
    #expect(
      findings(text) == [
        "Sources/Engine/State.swift:3: imports Scripts; "
          + "docs/architecture.md allows Engine: none of ours"
      ])
  }

  @Test func `an allowed import that the manifest does not declare is found`() {
    let bare = Self.manifest.replacing(", dependencies: [\"Engine\"]", with: "")
    #expect(
      findings(manifest: bare, path: "Sources/Scripts/Host.swift", "import Engine") == [
        "Sources/Scripts/Host.swift:1: imports Engine, which is not a dependency of Scripts in Package.swift"
      ])
  }

  @Test func `an import of an undeclared package is found`() {
    #expect(
      findings("import Trees") == [
        "Sources/Engine/State.swift:1: imports Trees, which is not a dependency of Engine in Package.swift"
      ])
  }

  @Test func `a platform's module can be imported only in the target that shows screens on it`() {
    #expect(findings(path: "Sources/SignalboxUI/Window.swift", "public import UIKit") == [])
    #expect(
      findings("import UIKit") == [
        "Sources/Engine/State.swift:1: imports UIKit, which is not a dependency of Engine in Package.swift"
      ])
  }

  @Test func `a dependency on a higher layer is found in the manifest`() {
    let product = "package: \"deques\")"
    let wrong = Self.manifest.replacing(product, with: "\(product), \"Scripts\"")
    #expect(
      findings(manifest: wrong) == [
        "Package.swift:4: Engine depends on Scripts; "
          + "docs/architecture.md allows Engine: none of ours"
      ])
  }

  @Test func `a source folder without a row and without a target is found`() {
    #expect(
      findings(folders: ["Engine", "Gone", "Scripts"]) == [
        "Sources/Gone: has no row in the table of docs/architecture.md",
        "Sources/Gone: is not a target of Package.swift",
      ])
  }

  @Test func `rows of the table after the layer table are ignored`() {
    #expect(
      findings(folders: ["Engine", "Later", "Scripts"]).first
        == "Sources/Later: has no row in the table of docs/architecture.md")
  }

  @Test func `a row of the layer table without a folder is found`() {
    #expect(
      findings(folders: ["Engine"]) == ["docs/architecture.md:6: Sources/Scripts does not exist"])
  }

  @Test func `a row of the layer table that allows an unknown target is found`() {
    let wrong = Self.page.replacing("| `Engine` | library", with: "| `Engine`, `Engin` | library")
    #expect(
      findings(page: wrong) == [
        "docs/architecture.md:6: Scripts may import Engin, which has no row"
      ])
  }
}
