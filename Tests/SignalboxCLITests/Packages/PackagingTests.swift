import Foundation
import Testing

@testable import SignalboxCLI

/// Tests files other than code that a repository and a release require.
struct PackagingTests {
  private static let root = DocumentationTests.root

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// Returns the output lines of a Python program.
  private func python(_ program: String) throws -> [String] {
    let tool = try Tool()
    defer { tool.remove() }
    let path = Self.root.appending(path: ".build/python/readers/bin/python")
    try #require(
      FileManager.default.isExecutableFile(atPath: path.path), "scripts/setup --tests installs it")
    let result = try tool.run(["-c", program, Self.root.path], program: path)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func `issue forms have the fields that GitHub requires, with unique names`() throws {
    let lines = try python(
      """
      import glob, sys, yaml
      for path in sorted(glob.glob(sys.argv[1] + "/.github/ISSUE_TEMPLATE/*.yml")):
          form = yaml.safe_load(open(path))
          if "body" not in form:
              print(path.split("/")[-1], sorted(form))
              continue
          inputs = [part for part in form["body"] if part["type"] != "markdown"]
          names = [part["id"] for part in inputs]
          assert len(set(names)) == len(names)
          assert all(part["attributes"]["label"] for part in inputs)
          assert any(part["validations"]["required"] for part in inputs if "validations" in part)
          print(path.split("/")[-1], form["name"], names)
      """)
    #expect(
      lines == [
        "config.yml ['blank_issues_enabled']",
        "defect.yml Defect ['version', 'steps', 'actual', 'expected']",
        "proposal.yml Proposal ['problem', 'proposal', 'alternatives']",
      ])
    #expect(try text(".github/pull_request_template.md").contains("- [ ] `scripts/test` passes."))
  }

  @Test func `pushing a tag runs the release script and publishes its files`() throws {
    let commands = try python(
      """
      import sys, yaml
      flow = yaml.load(open(sys.argv[1] + "/.github/workflows/release.yml"), yaml.BaseLoader)
      print(flow["on"]["push"]["tags"], *flow["jobs"]["build"]["container"].values())
      for job in flow["jobs"].values():
          for step in job["steps"]:
              print(" ".join(step.get("run", step.get("uses", "")).split()))
      """)
    #expect(
      commands == [
        "['v*'] swift:6.3-bookworm --privileged", "actions/checkout@v4",
        "git config --global --add safe.directory \"$PWD\"",
        "SIGNALBOX_REPOSITORY=\"$GITHUB_REPOSITORY\" scripts/release \"${GITHUB_REF_NAME#v}\"",
        "awk '/^## / { count++ } count == 1' CHANGELOG.md > .build/notes.md",
        "actions/upload-artifact@v4", "actions/download-artifact@v4",
        "gh release create \"$GITHUB_REF_NAME\" --repo \"$GITHUB_REPOSITORY\" --verify-tag \\ "
          + "--title \"Signalbox ${GITHUB_REF_NAME#v}\" --notes-file notes.md release-*/*",
      ])
    let release = try Release()
    defer { release.remove() }
    let notes = try release.run(
      "awk '/^## / { count++ } count == 1' \(Self.root.path)/CHANGELOG.md")
    #expect(notes.output.hasPrefix("## "))
    #expect(notes.output.contains(Version.sources))
    #expect(notes.output.split(separator: "\n").count { $0.hasPrefix("## ") } == 1)
  }

  @Test func `the container file, the formula and the pages name the files of a release`() throws {
    let container = try text("Containerfile")
    #expect(container.contains("\"$BASE/signalbox_${VERSION}_amd64.deb\" -O \"$BASE/SHA256SUMS\""))
    #expect(container.contains("sha256sum --ignore-missing --strict -c SHA256SUMS"))
    let formula = try text("packaging/homebrew/signalbox.rb")
    let words = Set(formula.matches(of: /@[A-Z0-9]+@/).map { String($0.output) })
    #expect(words == ["@REPOSITORY@", "@VERSION@", "@COMMIT@", "@SHA256@"])
    let page = try text("docs/how-to/install.md")
    for file in [
      "signalbox_\(Version.sources)_amd64.deb", "signalbox-\(Version.sources)-linux-x86_64.tar.gz",
      "get", "signalbox.rb", "SHA256SUMS",
    ] {
      #expect(page.contains("| `\(file)` |"), "\(file)")
    }
    for shell in CompletionShell.allCases {
      let folder = shell.path.split(separator: "/").dropLast().joined(separator: "/")
      #expect(page.contains("`\(folder)/`"), "\(folder)")
    }
  }

  @Test func `the notices of a release contain Lua's license and name every package in it`() throws
  {
    let release = try Release()
    defer { release.remove() }
    let packaging = Self.root.appending(path: "packaging").path
    let notices = try release.run(
      "mkdir parts && '\(packaging)/lua' parts && '\(packaging)/notices' parts")
    #expect(notices.code == 0 && notices.errors.isEmpty, "\(notices)")
    #expect(
      notices.output.contains(/\nCopyright \(C\) 1994-20\d\d Lua\.org, PUC-Rio\.\n\nPermission is/))
    #expect(notices.output.contains("\nSOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.\n"))
    let manifest = try text("Package.swift")
    let packages = manifest.matches(of: /\.package\(url: "[^"]*\/([\w-]+)"/).map { String($0.1) }
    #expect(packages.count == 2)
    for package in packages { #expect(notices.output.contains(package), "\(package)") }
  }

  @Test func `the page about installation lists every product of the package`() throws {
    let manifest = try text("Package.swift")
    let products = manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    let page = try text("docs/how-to/install.md")
    let rows = page.matches(of: /\n\| `(\w+)` \| `\.product\(name: "(\w+)"/)
    #expect(Set(rows.map { String($0.1) }) == Set(products))
    #expect(rows.allSatisfy { $0.1 == $0.2 })
  }
}
