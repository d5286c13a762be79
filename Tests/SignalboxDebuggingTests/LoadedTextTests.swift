import Signalbox
import Testing

/// Sources that scripts load from text, and that have no file.
@Suite struct LoadedTextTests {
  /// The text of the innermost function's source, as the client requests it.
  private func text(_ editor: EditorStub, _ frame: Int = 0) -> String {
    let frames = editor.body("stackTrace", ["threadId": 1])["stackFrames"]?.list ?? []
    let source = frames[frame].table?["source"]?.table ?? [:]
    let body = editor.body(
      "source",
      ["source": .table(source), "sourceReference": source["sourceReference"] ?? 0])
    return body["content"]?.text ?? body["failed"]?.text ?? "?"
  }

  private func reference(_ editor: EditorStub) -> Int {
    let frames = editor.body("stackTrace", ["threadId": 1])["stackFrames"]?.list ?? []
    return frames.first?.table?["source"]?.table?["sourceReference"]?.integer ?? 0
  }

  /// Sets breakpoints in a source without a file, and returns the lines of those that are verified.
  private func set(_ lines: [Int], _ reference: Int, _ editor: EditorStub) -> [Int] {
    let body = editor.body(
      "setBreakpoints",
      [
        "source": ["sourceReference": .integer(reference)],
        "breakpoints": .list(lines.map { ["line": .integer($0)] }),
      ])
    return (body["breakpoints"]?.list ?? []).compactMap { breakpoint in
      breakpoint.table?["verified"] == true ? breakpoint.table?["line"]?.integer : nil
    }
  }

  private static let twice = """
    local make = load("local a = 1\\nlocal b = a + 1\\nreturn b")
    local first = make()
    local second = make()
    print(first, second)
    """
  private static let shortName = "[string \"local a = 1...\"]"

  @Test func `a text without a name is shown, stepped and stopped in`() throws {
    let editor = try EditorStub(["t.lua": Self.twice])
    editor.launch("t.lua", breakpoints: ["t.lua": [["line": 2]]])
    #expect(editor.stop() == "breakpoint: main chunk t.lua:2")
    #expect(
      editor.after("stepIn")
        == "step: main chunk \(Self.shortName):1 < main chunk t.lua:2")
    #expect(text(editor) == "local a = 1\nlocal b = a + 1\nreturn b")
    #expect(set([3], reference(editor), editor) == [3])
    #expect(
      editor.after("next")
        == "step: main chunk \(Self.shortName):2 < main chunk t.lua:2")
    #expect(editor.value("a") == "1")
    #expect(
      editor.after("continue")
        == "breakpoint: main chunk \(Self.shortName):3 < main chunk t.lua:2")
    #expect(editor.after("stepOut") == "step: main chunk t.lua:3")
    #expect(
      editor.after("continue")
        == "breakpoint: main chunk \(Self.shortName):3 < main chunk t.lua:3")
    #expect(editor.after("stepBack").hasSuffix(":2 < main chunk t.lua:3"))
    editor.request("continue")
    #expect(editor.stop().hasSuffix(":3 < main chunk t.lua:3"))
    editor.request("continue")
    #expect(editor.event("exited") == ["exitCode": 0])
    editor.disconnect()
  }

  @Test func `texts that begin with the same line are different sources`() throws {
    let editor = try EditorStub([
      "t.lua": """
      local first = load("local a = 1\\nlocal b = 'first'\\nreturn b")
      local second = load("local a = 1\\nlocal b = 'second'\\nreturn b")
      first()
      second()
      first()
      """
    ])
    editor.launch("t.lua", breakpoints: ["t.lua": [["line": 3]]])
    #expect(editor.stop() == "breakpoint: main chunk t.lua:3")
    #expect(editor.after("stepIn").hasPrefix("step: main chunk \(Self.shortName):1"))
    #expect(text(editor) == "local a = 1\nlocal b = 'first'\nreturn b")
    #expect(set([3], reference(editor), editor) == [3])
    #expect(editor.after("continue").hasSuffix(":3 < main chunk t.lua:3"))
    // The second text has no breakpoint.
    #expect(editor.after("continue").hasSuffix(":3 < main chunk t.lua:5"))
    #expect(editor.value("b") == "\"first\"")
    editor.disconnect()
  }

  @Test func `a text with a name is shown as it was loaded`() throws {
    let editor = try EditorStub([
      "t.lua": """
      local pieces = { "local n = 2\\n", "return n * 2" }
      local index = 0
      local named = load(function()
        index = index + 1
        return pieces[index]
      end, "=part")
      local plain = load("local n = 3\\nreturn n", "a plain name")
      named()
      plain()
      """
    ])
    editor.launch("t.lua", breakpoints: ["t.lua": [["line": 8], ["line": 9]]])
    #expect(editor.stop() == "breakpoint: main chunk t.lua:8")
    #expect(editor.after("stepIn") == "step: main chunk part:1 < main chunk t.lua:8")
    #expect(text(editor) == "local n = 2\nreturn n * 2")
    #expect(editor.after("continue") == "breakpoint: main chunk t.lua:9")
    #expect(
      editor.after("stepIn")
        == "step: main chunk [string \"a plain name\"]:1 < main chunk t.lua:9")
    #expect(text(editor) == "local n = 3\nreturn n")
    let loaded = editor.body("loadedSources")["sources"]?.list ?? []
    #expect(
      loaded.map { $0.table?["name"]?.text } == ["t.lua", "[string \"a plain name\"]", "part"])
    editor.disconnect()
  }

  @Test func `a name that is loaded again has the new text`() throws {
    let editor = try EditorStub([
      "t.lua": """
      local function run(text)
        return load(text, "@parts/part.lua")()
      end
      run("local n = 1\\nreturn n")
      run("local text = 'two'\\n\\nreturn text")
      """
    ])
    editor.launch("t.lua", breakpoints: ["t.lua": [["line": 4]]])
    #expect(editor.stop() == "breakpoint: main chunk t.lua:4")
    #expect(editor.after("stepIn") == "step: run t.lua:2 < main chunk t.lua:4")
    #expect(editor.after("stepIn").hasPrefix("step: main chunk parts/part.lua:1"))
    #expect(text(editor) == "local n = 1\nreturn n")
    let first = reference(editor)
    #expect(set([2], first, editor) == [2])
    #expect(editor.after("continue").hasPrefix("breakpoint: main chunk parts/part.lua:2"))
    #expect(editor.after("stepOut") == "step: main chunk t.lua:5")
    editor.request("stepIn")
    _ = editor.stop()
    #expect(editor.after("stepIn").hasPrefix("step: main chunk parts/part.lua:1"))
    // Editors keep the text of a reference, so the new text has a new reference.
    #expect(reference(editor) != first)
    #expect(text(editor) == "local text = 'two'\n\nreturn text")
    #expect(set([2], reference(editor), editor) == [3])
    #expect(editor.after("continue").hasPrefix("breakpoint: main chunk parts/part.lua:3"))
    #expect(editor.value("text") == "\"two\"")
    editor.disconnect()
  }
}
