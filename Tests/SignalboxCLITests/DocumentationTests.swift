import Foundation
import Testing

/// Runs the Lua code in the documentation as a reader would run it.
struct DocumentationTests {
  /// A Lua block on a page, and the output block that follows it.
  struct Example: CustomTestStringConvertible, Sendable {
    let page: String
    let line: Int
    let script: String
    let output: String?

    var testDescription: String { "\(page):\(line)" }
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func examples(in page: String) -> [Example] {
    let text = (try? String(contentsOf: root.appending(path: page), encoding: .utf8)) ?? ""
    var blocks: [(language: String, line: Int, text: String)] = []
    var open: (language: String, line: Int, text: String)?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = open == nil ? (String(line.dropFirst(3)), index + 2, "") : nil
      } else if open != nil {
        open?.text += line + "\n"
      }
    }
    return blocks.indices.filter { blocks[$0].language == "lua" }.map { index in
      let next = index + 1 < blocks.count ? blocks[index + 1] : nil
      return Example(
        page: page, line: blocks[index].line, script: blocks[index].text,
        output: next?.language == "text" ? next?.text : nil)
    }
  }

  private static func pages(in folder: String) -> [String] {
    let path = root.appending(path: folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().map { "\(folder)/\($0)" }
  }

  private static let guide = ["docs/scripting.md"] + pages(in: "docs/scripting")
  private static let others = (pages(in: "docs/explanation") + pages(in: "docs/reference"))
    .filter { $0.hasSuffix(".md") }
  private static let semantics = ["docs/semantics.md"] + pages(in: "docs/semantics")
  private static let all = (guide + semantics + others).flatMap(examples(in:))

  @Test func `the documentation has examples to run and the output of each example`() throws {
    for page in Self.guide + Self.semantics + Self.others {
      let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
      let blocks = text.components(separatedBy: "\n```lua\n").count - 1
      let count = Self.all.count { $0.page == page }
      #expect(count == blocks && (count > 0 || !Self.guide.contains(page)), "\(page)")
    }
    #expect(Self.all.allSatisfy { $0.output != nil })
    #expect(Self.all.count { Self.semantics.contains($0.page) } >= 8)
  }

  @Test(arguments: [guide[...], semantics[...]])
  func `every page is linked from the first page of its kind`(pages: ArraySlice<String>) throws {
    let first = try String(
      contentsOf: Self.root.appending(path: try #require(pages.first)), encoding: .utf8)
    #expect(pages.dropFirst().filter { !first.contains("(\($0.dropFirst(5)))") } == [])
  }

  @Test(arguments: all)
  func `an example in the documentation runs and prints the documented output`(
    example: Example
  ) throws {
    let tool = try Tool(["example.lua": example.script])
    defer { tool.remove() }

    let result = try tool.run("run", "example.lua")
    #expect(result == Tool.Result(example.output ?? result.output))
  }
}
