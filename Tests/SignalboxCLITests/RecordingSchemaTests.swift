import Foundation
import Testing

/// Tests that the JSON Schemas in `docs/reference/schemas` describe the recordings that the program
/// writes. A validator from another project checks the recordings.
@Suite struct RecordingSchemaTests {
  private static let root = DocumentationTests.root

  @Test func `every line in the recordings of all scenarios matches the schema`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run([
      "test", "--trace", "on", "--output", "out", "-q", "--no-shuffle",
      Self.root.appending(path: "Tests/Systems").path,
    ])
    #expect(run.code == 0, "\(run)")
    let traces = tool.folder.appending(path: "out").path
    let names = try FileManager.default.contentsOfDirectory(atPath: traces).map { "out/\($0)" }
    #expect(names.count > 200)
    let result = try SchemaValidator.run(
      "validate-recordings.py", names.sorted(), in: tool.folder)
    #expect(result.output.wholeMatch(of: /\d{3,} lines\n/) != nil, "\(result.output.prefix(2000))")
    #expect(result.code == 0)
  }

  @Test
  func `a line with a field of another type or an unknown state field does not match the schema`()
    throws
  {
    let state = #"{"format":"signalbox.snapshot","version":3}"#
    let call = #"{"operation":"pop","outcome":"done","time":0}"#
    let lines = [
      #"{"format":"signalbox.session","version":3,"clock":"manual","state":\#(state)}"#, call,
      call.replacing("0", with: "-1"), call.replacing("done", with: "noop"),
      call.dropLast() + #","state":{"format":"signalbox.snapshot","version":3,"other":1}}"#,
    ]
    let tool = try Tool(["a.sbtrace": lines.joined(separator: "\n")])
    defer { tool.remove() }
    let result = try SchemaValidator.run(
      "validate-recordings.py", ["a.sbtrace"], in: tool.folder)
    #expect(
      result.output
        == (3...5).map { "a.sbtrace:\($0): not valid\n" }.joined() + "5 lines\n")
  }
}
