import Foundation
import Testing

/// Tests that the Swift code in the documentation is part of files that are compiled with the tests.
@Suite struct SwiftExampleTests {
  /// The blocks that no file contains, by page and first line, with the reason.
  private static let exceptions = [
    ".package(url: \"https://github.com/OWNER/signalbox\", from: \"0.1.0\"),":
      "the URL contains a placeholder",
    "// swift-tools-version: 6.2":
      "in a manifest, the path of Signalbox differs; PageTests compares one with examples/first-test",
    ".testTarget(": "a target of a manifest, which PageFragmentTests evaluates",
  ]

  /// The libraries whose code cannot be compiled here, because the project does not depend on them,
  /// with the pages that show how a flow is written with them.
  private static let libraries = [
    "UIKCoordinator": "docs/how-to/migrate-from-alcoordinator.md",
    "Stinsen": "docs/how-to/migrate-from-stinsen.md",
    "XCoordinator": "docs/how-to/migrate-from-xcoordinator.md",
    "RxFlow": "docs/how-to/migrate-from-rxflow.md",
  ]

  /// Returns the library with which a block is written, or `nil` if the block can be compiled here.
  private static func library(of example: SwiftExample) -> String? {
    libraries.first { library, page in
      example.path == page && example.imports.contains { $0.code == "import \(library)" }
    }?.key
  }

  /// Returns the blocks on all pages and in all documentation comments, and the files of tutorials.
  private static func examples() throws -> [SwiftExample] {
    let pages =
      try ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(Repository.file)
      + ["docs", "plugins", "examples", "Sources"].flatMap {
        try Repository.files(under: $0, extensions: ["md"])
      }
    let tutorials = try Repository.files(under: "Sources", extensions: ["swift"])
      .filter { $0.path.contains(".docc/") }
    return try (pages + Repository.sources()).flatMap { SwiftExample.examples(in: $0) }
      + tutorials.map { SwiftExample(path: $0.path, line: 1, text: $0.text) }
  }

  /// Returns the Swift files of tests and example packages that belong to a target.
  private static func compiled() throws -> [SourceFile] {
    let manifest = try Repository.file("Package.swift").statements
    let excluded = manifest.matches(of: /exclude: \[([^\]]*)\]/).flatMap { list in
      list.1.matches(of: /"([^"]*)"/).map { String($0.1) }
    }
    let folders = try Repository.folders(in: "Tests").filter { name in
      manifest.containsBytes(of: "name: \"\(name)\"")
        || manifest.containsBytes(of: "path: \"Tests/\(name)\"") || isPackage("Tests/\(name)")
    }
    let packages = try Repository.folders(in: "examples").map { "examples/\($0)" }.filter(isPackage)
    return try (folders.map { "Tests/\($0)" } + packages).flatMap { folder in
      try Repository.files(under: folder, extensions: ["swift"]).filter { file in
        !excluded.contains { file.path.hasPrefix("\(folder)/\($0)/") }
      }
    }
  }

  private static func start(of example: SwiftExample) -> String {
    example.rows.first.map { String($0.text) } ?? ""
  }

  private static func isPackage(_ folder: String) -> Bool {
    FileManager.default.fileExists(
      atPath: Repository.root.appending(path: "\(folder)/Package.swift").path)
  }

  @Test func `every Swift block of the documentation is part of a compiled file`() throws {
    let examples = try Self.examples()
    #expect(examples.count > 100)
    let code = CompiledCode(try Self.compiled())
    let missing = examples.filter { code.finding(for: $0) != nil }
    let others = missing.filter {
      Self.exceptions[Self.start(of: $0)] == nil && Self.library(of: $0) == nil
    }
    #expect(others.compactMap { code.finding(for: $0) } == [])
    #expect(Self.exceptions.keys.filter { !missing.map(Self.start).contains($0) } == [])
    #expect(missing.compactMap(Self.library).sorted() == Self.libraries.keys.sorted())
  }

  private static let source = SourceFile(
    path: "Sources/Signalbox/Sample.swift",
    text: """
      /// Returns a sum.
      ///
      /// ```swift
      /// let sum = add(1, 2)  // 3
      ///
      /// print("\\(sum)")
      /// ```
      ///
      /// ```lua
      /// print(3)
      /// ```
      func add(_ a: Int, _ b: Int) -> Int { a + b }
      """)

  private func findings(_ text: String) -> [String] {
    let code = CompiledCode([SourceFile(path: "Tests/Sample.swift", text: text)])
    return SwiftExample.examples(in: Self.source).compactMap { code.finding(for: $0) }
      .map(\.description)
  }

  private static let missing = [
    "Sources/Signalbox/Sample.swift:3: nothing compiles the block let sum = add(1, 2)  // 3"
  ]

  @Test func `a block is found in code with other indentation and empty lines`() {
    #expect(findings("func f() {\n  let sum = add(1, 2)  // 3\n  print(\"\\(sum)\")\n}") == [])
  }

  @Test(arguments: [
    "/// let sum = add(1, 2)  // 3\n/// print(\"\\(sum)\")",
    "/*\nlet sum = add(1, 2)  // 3\nprint(\"\\(sum)\")\n*/",
    "let text = \"\"\"\n  let sum = add(1, 2)  // 3\n  print(\"\\(sum)\")\n  \"\"\"",
    "#if os(Windows)\n  let sum = add(1, 2)  // 3\n  print(\"\\(sum)\")\n#endif",
    "let sum = add(1, 2)  // 4\nprint(\"\\(sum)\")", "let sum = add(1, 2)  // 3",
    "let sum = add(1, 2)  // 3\nlet a = 1\nprint(\"\\(sum)\")",
  ])
  func `a block in a comment, a literal or code that is not compiled does not count`(text: String) {
    #expect(findings(text) == Self.missing)
  }

  @Test func `a block without code is an error`() {
    let page = SourceFile(path: "docs/a.md", text: "```swift\n// in the run loop:\n```\n")
    let code = CompiledCode([SourceFile(path: "Tests/a.swift", text: "// in the run loop:")])
    #expect(
      SwiftExample.examples(in: page).compactMap { code.finding(for: $0)?.description } == [
        "docs/a.md:1: the block contains no code"
      ])
  }

  @Test func `the imports of a block are required in the file that contains the rest`() {
    let page = SourceFile(path: "docs/a.md", text: "```swift\nimport B\n\nlet b = B()\n```\n")
    let example = SwiftExample.examples(in: page)
    let files = [
      "import A\nimport B\nstruct C {\n  let b = B()\n}", "import A\nlet b = B()\nlet c = 1",
    ]
    #expect(
      files.map { text in
        let code = CompiledCode([SourceFile(path: "Tests/a.swift", text: text)])
        return example.compactMap { code.finding(for: $0)?.description }
      } == [[], ["docs/a.md:1: nothing compiles the block let b = B()"]])
  }
}
