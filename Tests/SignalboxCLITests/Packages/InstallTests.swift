import Foundation
import Testing

@testable import SignalboxCLI

/// Tests `scripts/get` with releases in local folders.
struct InstallTests {
  private func installed(_ release: Release, _ folder: String) throws -> [String] {
    let place = release.tool.folder.appending(path: folder)
    return (try? FileManager.default.subpathsOfDirectory(atPath: place.path).sorted()) ?? []
  }

  @Test(arguments: ["", "--version \(Version.number)", "--version v\(Version.number)"])
  func `the install script unpacks a release whose program runs`(version: String) throws {
    let release = try Release()
    defer { release.remove() }
    let home = release.tool.folder.path
    let expected = Tool.Result(
      "installed \(home)/.local/bin/signalbox\nadd \(home)/.local/bin to your PATH\n")
    #expect(try release.install(version) == expected)
    // A second run replaces the installation of the first run.
    #expect(try release.install(version) == expected)
    #expect(
      try installed(release, ".local") == [
        "bin", "bin/signalbox", "share", "share/doc", "share/doc/signalbox",
        "share/doc/signalbox/README.md",
      ])
    #expect(try release.run(".local/bin/signalbox -e 'print(1)'") == Tool.Result("1\n"))
  }

  @Test func `a different install folder can be passed, and a folder in PATH needs no advice`()
    throws
  {
    let release = try Release()
    defer { release.remove() }
    let prefix = release.tool.folder.appending(path: "a b").path
    let result = try release.install(
      "--prefix 'a b'", environment: ["PATH": "a b/bin:/usr/local/bin:/usr/bin:/bin"])
    #expect(result == Tool.Result("installed a b/bin/signalbox\n"))
    #expect(FileManager.default.isExecutableFile(atPath: prefix + "/bin/signalbox"))
  }

  @Test func `a damaged archive is rejected without installing anything`() throws {
    let release = try Release()
    defer { release.remove() }
    let file = try FileHandle(forWritingTo: release.archive)
    try file.seekToEnd()
    try file.write(contentsOf: Data("x".utf8))
    try file.close()
    #expect(
      try release.install()
        == Tool.Result(
          errors: "get: the SHA-256 of \(release.name).tar.gz does not match SHA256SUMS; "
            + "nothing was installed\n", code: 1))
    #expect(try installed(release, ".local") == [])
  }

  @Test func `a release or platform without an archive is rejected with the available archives`()
    throws
  {
    let release = try Release()
    defer { release.remove() }
    let list = "only:\n\(release.name).tar.gz\n"
    #expect(
      try release.install("--version 9.9.9")
        == Tool.Result(
          errors: "get: \(release.base) has no release 9.9.9 for \(Version.platform), \(list)",
          code: 1))
    // A `uname` command that reports another platform.
    let made = try release.run(
      "mkdir bin; printf '#!/bin/sh\\necho Plan9\\n' >bin/uname; chmod +x bin/uname")
    #expect(made == Tool.Result())
    let path = release.tool.folder.appending(path: "bin").path
    #expect(
      try release.install(environment: ["PATH": "\(path):/usr/bin:/bin"])
        == Tool.Result(
          errors: "get: \(release.base) has no release for Plan9-Plan9, \(list)", code: 1))
  }

  @Test(arguments: [
    ("--prefix", "get: --prefix requires a value\n"),
    ("--version ''", "get: --version requires a value\n"),
    ("0.1.0", "get: unknown argument \"0.1.0\", expected --version, --prefix or --help\n"),
  ])
  func `a malformed command line of the install script is rejected`(
    arguments: String, message: String
  ) throws {
    let release = try Release()
    defer { release.remove() }
    #expect(try release.install(arguments) == Tool.Result(errors: message, code: 64))
  }

  @Test func `the install script reports missing tools and missing downloads`() throws {
    let release = try Release()
    defer { release.remove() }
    let made = try release.run(
      """
      mkdir bin
      for name in sh uname sed mktemp rm sha256sum tail; do ln -s "$(command -v $name)" bin; done
      """)
    #expect(made == Tool.Result())
    #expect(
      try release.run(
        "PATH=$PWD/bin bin/sh release/get",
        environment: ["SIGNALBOX_DOWNLOAD_BASE": "https://localhost:1"])
        == Tool.Result(errors: "get: curl and wget are missing; install one of them\n", code: 1))
    let failed = try release.install(environment: ["SIGNALBOX_DOWNLOAD_BASE": "http://localhost:1"])
    #expect(failed.code == 1)
    #expect(failed.errors.hasPrefix("get: the download failed: curl: "), "\(failed)")
    #expect(
      try release.install(environment: ["SIGNALBOX_DOWNLOAD_BASE": ""])
        == Tool.Result(
          errors: "get: set SIGNALBOX_REPOSITORY to owner/name, or SIGNALBOX_DOWNLOAD_BASE to a "
            + "folder's URL\n", code: 1))
  }

  @Test func `the install script runs from a pipe and prints its usage`() throws {
    let release = try Release()
    defer { release.remove() }
    let piped = try release.run(
      "sh -s -- --prefix here <release/get", environment: ["SIGNALBOX_DOWNLOAD_BASE": release.base])
    #expect(piped.code == 0 && piped.output.hasPrefix("installed here/bin/signalbox\n"), "\(piped)")
    let help = try release.run("sh release/get --help")
    #expect(help.output.hasPrefix("Installs a release of Signalbox: "))
    #expect(help.code == 0 && help.errors.isEmpty)
  }
}
