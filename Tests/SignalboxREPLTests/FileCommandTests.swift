import SignalboxREPL
import SignalboxScripting
import Testing

@Suite struct FileCommandTests {
  @Test func `the load command runs a script, keeps its globals and reports its changes`() throws {
    let fixture = try CommandFixture(loaded: false)
    fixture.host.files["more.lua"] = "answer = 42"
    fixture.host.files["bad.lua"] = "local x = nil\nx.y = 1"
    #expect(
      fixture.answers(".load shop.lua", ".load more.lua", "answer", ".load gone.lua", ".load")
        == """
          ✓ launch Home
        42
        ✗ cannot read gone.lua: no such file or directory
        ✗ .load expects the path of a script: .load shop.lua

        """)
    #expect(
      fixture.answers(".load bad.lua").hasPrefix(
        "✗ attempt to index a nil value (local 'x')\n  bad.lua:2\n"))
  }

  @Test
  func `the reload command loads all files again, including those of load, and repeats the calls`()
    throws
  {
    let fixture = try CommandFixture(loaded: false)
    _ = fixture.answers(".load shop.lua", #"app:open "shop://product/42""#, ".undo", ".redo")
    #expect(
      fixture.answers(".reload", ".at") == """
        reloaded: 3 steps repeated
          0  the beginning                  signalbox
          1  loading the files              shop ▸ catalog
        ▸ 2  app:open("shop://product/42")  shop ▸ product(42)

        """)
    fixture.host.files["shop.lua"] = CommandFixture.shop.replacing(
      "navigate(\"product\", { id", with: "navigate(\"checkout\") self.router:pop({ id")
    #expect(fixture.answers(".reload").hasPrefix("✗ "))
  }

  @Test func `a recording is written line by line during the session and can be replayed`() throws {
    let fixture = try CommandFixture()
    #expect(
      fixture.answers(
        ".record", ".record stop", ".record way.jsonl", #"app:open "shop://product/42""#,
        ".record other.jsonl", ".record") == """
            .record is not recording
          ✗ .record stop: .record is not recording
            recording to way.jsonl
            ✓ open shop://product/42 · push product { id = 42 }
          ✗ .record: way.jsonl is being written; .record stop ends it
            recording to way.jsonl: 1 call

          """)
    let lines = fixture.host.files["way.jsonl"]?.split(separator: "\n")
    #expect(lines?.count == 3)
    #expect(
      fixture.answers(
        ".record stop", "app:back()", ".record way.jsonl", ".replay way.jsonl", ".stack",
        ".replay gone", ".replay") == """
            wrote 1 call to way.jsonl
            ✓ pop product
          ✗ cannot write way.jsonl: it already exists; to overwrite it, add ! to the name: way.jsonl!
            ✓ replayed 1 step as recorded
          shop  catalog ▸ product { id = 42 }
          ✗ cannot read gone: no such file or directory
          ✗ .replay expects the path of a recording: .replay bug.sbtrace

          """)
  }

  @Test func `a recording on a full disk ends with one message`() throws {
    let fixture = try CommandFixture()
    fixture.host.room = 2
    #expect(
      fixture.answers(".record way.jsonl", "app:tapTab 'me'", "app:tapTab 'shop'", ".record")
        == """
          recording to way.jsonl
          ✓ select me
          ✓ select shop
        ✗ the recording has ended: cannot write way.jsonl: no space left on device
          .record is not recording

        """)
  }

  @Test func `a recording of the prompt continues after a reload`() throws {
    let fixture = try CommandFixture()
    #expect(
      fixture.answers(".record way.jsonl", "app:tapTab 'me'", ".reload", ".record") == """
          recording to way.jsonl
          ✓ select me
          wrote 1 call to way.jsonl
        reloaded: 1 step repeated
          .record is not recording

        """)
  }

  @Test func `shell commands run, and their rejections and exit codes are reported`() throws {
    let fixture = try CommandFixture()
    #expect(
      fixture.answers("!ls -l | head", "! false", "!no", "!") == """
        ✗ !false ended with exit code 1
        ✗ !no: not granted here; grant it
        ✗ ! requires a shell command: !ls

        """)
    #expect(fixture.host.commands == ["ls -l | head", "false", "no"])
  }

  @Test func `file commands at a prompt without access to files report this`() throws {
    let fixture = try CommandFixture()
    fixture.prompt.context.host = nil
    #expect(
      fixture.answers(".load a.lua", ".record a", ".replay a", ".doctor", "!ls") == """
        ✗ .load: this prompt has no access to files
        ✗ .record: this prompt has no access to files
        ✗ .replay: this prompt has no access to files
        ✗ .doctor: this prompt has no access to files
        ✗ !ls: this prompt does not run shell commands

        """)
  }

  @Test func `the edit command opens the last input in an editor and runs the saved text`() throws {
    let fixture = try CommandFixture()
    fixture.host.edited = "print(x + 1)\n"
    #expect(
      fixture.answers("x = 41", ".edit") == """
        shop ▸ catalog> print(x + 1)
        42

        """)
    fixture.host.edited = "\n"
    #expect(fixture.answers(".edit") == "  the file is empty, so nothing runs\n")
    fixture.host.edited = "if x then"
    #expect(
      fixture.answers(".edit", "1") == """
        shop ▸ catalog> if x then
        ✗ syntax error: unexpected end of input
        1

        """)
    #expect(fixture.host.opened == ["x = 41", "print(x + 1)", "print(x + 1)"])
  }

  @Test func `the replay command stops after a step, from which the session continues`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      ".record way.jsonl", #"app:open "shop://product/42""#, #"app:tap "Buy""#, "app:back()",
      ".record stop", ".reload")
    fixture.host.files["two words.jsonl"] = fixture.host.files["way.jsonl"]
    let other = try CommandFixture()
    other.host.files = fixture.host.files
    #expect(
      other.answers(".replay way.jsonl 1", ".stack", ".replay two words.jsonl 1")
        .hasPrefix("  ✓ replayed 1 step as recorded; 2 steps of the recording remain\n"))
    #expect(
      other.answers(".replay way.jsonl 4", ".replay way.jsonl 0") == """
        ✗ badArgument: replay: there is no step 4; the recording has 3 steps
        ✗ badArgument: replay: there is no step 0; the recording has 3 steps

        """)
  }

  @Test func `the steps of a recording are counted in the singular and in the plural`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(".record one.jsonl", #"app:open "shop://product/42""#, ".record stop")
    #expect(
      fixture.answers(".replay one.jsonl 3")
        == "✗ badArgument: replay: there is no step 3; the recording has 1 step\n")
  }
}
