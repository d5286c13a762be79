import ArgumentParser
import Testing

@testable import SignalboxCLI

@Suite struct UsageTests {
  private func run(_ body: (Tool) throws -> Tool.Result) throws -> Tool.Result {
    let tool = try Tool()
    defer { tool.remove() }
    return try body(tool)
  }

  private static let usage = """
    Usage: signalbox [OPTIONS]                    open a prompt, or run stdin
           signalbox [OPTIONS] -e CODE [-- ARGS]  run one chunk of code
           signalbox run FILE [-- ARGS]           run a script
           signalbox test [PATH ...]              run scenarios
           signalbox lint [PATH ...]              find mistakes in scripts
           signalbox explore [PATH ...]           try every path, check properties
           signalbox path FILE --to EXPECTATIONS  print a path to a state
           signalbox cover FILE --write FOLDER    cover every transition
           signalbox graph FILE                   draw screens and transitions
           signalbox render FILE                  draw the screens of a scenario
           signalbox report merge PATH ...        merge the reports of shards
           signalbox trace open|show|diff ...     show and compare recordings
           signalbox repl [FILE ...]              load files and open a prompt
           signalbox serve --stdio [FILE ...]     serve the protocol to an editor
           signalbox dap                          debug scenarios in an editor
           signalbox mcp [FILE ...]               serve tools to an AI agent
           signalbox inspect FILE ...             use an application in a browser
           signalbox record --app COMMAND FILE    record actions as a scenario
           signalbox init [FOLDER]                create a project
           signalbox plugin list|info|new         inspect or create plugins
           signalbox trust|untrust [FOLDER]       trust a project's permissions
           signalbox doctor                       diagnose the installation
           signalbox lua-types                    print definitions for editors
           signalbox completions bash|zsh|fish    print a completion script
           signalbox man FOLDER                   write the manual pages
      See 'signalbox --help' for more information.

    """

  @Test func `an unknown flag shows the usage of the program`() throws {
    #expect(
      try run { try $0.run("--bogus") }
        == Tool.Result(errors: "Error: Unknown option '--bogus'\n" + Self.usage, code: 64))
  }

  @Test(arguments: [
    (["tset"], "There is no command \"tset\"; did you mean \"test\"?"),
    (["tset", "--seed", "7"], "There is no command \"tset\"; did you mean \"test\"?"),
    (["trace", "shwo", "x"], "There is no command \"shwo\"; did you mean \"show\"?"),
    (["report", "marge"], "There is no command \"marge\"; did you mean \"merge\"?"),
    (
      ["plugin", "zzzzz"],
      "There is no command \"zzzzz\"; known: \"help\", \"info\", \"list\", \"new\""
    ),
    (["test", "--timout", "1s"], "Unknown option '--timout'. Did you mean '--timeout'?"),
    (["--timout", "1s"], "Unknown option '--timout'. Did you mean '--timeout'?"),
  ])
  func `a mistyped command or option is reported with the nearest name`(
    words: [String], sentence: String
  )
    throws
  {
    let result = try run { try $0.run(words) }
    #expect(result.code == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("Error: \(sentence)\nUsage: signalbox "), "\(result)")
  }

  @Test func `an invalid value for a limit is rejected`() throws {
    for flag in ["--timeout", "--memory", "--color"] {
      let result = try run { try $0.run(flag, "much", "-e", "") }
      #expect(result.code == 64)
      #expect(result.errors.hasPrefix("Error: The value 'much' is invalid for '\(flag) <"))
      #expect(result.errors.hasSuffix(Self.usage))
    }
  }

  @Test func `an invalid value for a shared option shows the usage of the command`() throws {
    let results = try [["lint", "--timeout", "5x"], ["lint", "--timout", "5s"]].map { words in
      try run { try $0.run(words) }
    }
    let usage = """
      Usage: signalbox lint [OPTIONS] [PATH ...]
        See 'signalbox lint --help' for more information.

      """
    #expect(results.map(\.code) == [64, 64])
    #expect(results.allSatisfy { $0.errors.hasSuffix(usage) }, "\(results)")
    #expect(
      results[0].errors.hasPrefix("Error: The value '5x' is invalid for '--timeout <time>'\n"))
  }

  @Test(arguments: [
    ["trace", "show", "a.sbtrace"], ["trace", "redact", "a.sbtrace", "b"], ["completions", "bash"],
    ["untrust"],
  ])
  func `options before a command that runs no scripts are rejected`(command: [String]) throws {
    let result = try run { try $0.run(["--timeout", "1s"] + command) }
    #expect(result.code == 64)
    #expect(result.output.isEmpty)
    #expect(
      result.errors.hasPrefix(
        "Error: --timeout has no effect before this command; remove --timeout.\n"))
  }

  @Test func `the command run requires a file`() throws {
    #expect(
      try run { try $0.run("run") }
        == Tool.Result(
          errors: """
            Error: Missing expected argument '<file>'
            Help:  <file>  The script.
            Usage: signalbox run [OPTIONS] FILE [-- ARGS]
              See 'signalbox run --help' for more information.

            """, code: 64))
  }

  @Test func `passing a script without the command run is rejected with a hint`() throws {
    let result = try run { try $0.run("tour.lua") }
    #expect(result.code == 64)
    #expect(result.errors.hasPrefix("Error: Unexpected argument 'tour.lua'\n"))
    #expect(result.errors.hasSuffix("To run a script, use: signalbox run tour.lua\n"))
  }

  @Test func `passing scenarios without test, or to run, is rejected with the correct command`()
    throws
  {
    let bare = try run { try $0.run("a.scenario.lua") }
    #expect(bare.code == 64)
    #expect(bare.errors.hasSuffix("To run scenarios, use: signalbox test a.scenario.lua\n"))
    let ran = try run { try $0.run("run", "a.scenario.lua") }
    #expect(ran.code == 64)
    #expect(
      ran.errors.hasPrefix(
        "Error: a.scenario.lua has scenarios; run them with: signalbox test a.scenario.lua\n"))
  }

  @Test func `an empty folder is reported with the commands that create scenarios`() throws {
    let result = try run { try $0.run("test") }
    #expect(result.code == 5)
    #expect(
      result.errors == """
        signalbox: no file in this folder ends in .scenario.lua; signalbox init creates a project with \
        scenarios

        """)
  }

  @Test(arguments: [
    ["run", "tour.lua"], ["graph", "tour.lua"], ["path", "tour.lua", "--to", "A"],
    ["cover", "tour.lua", "--write", "A"],
    ["render", "tour.lua"], ["init"], ["doctor"], ["list"], ["trust"], ["lint"], ["serve"],
  ])
  func `the option -e and a subcommand cannot be combined`(command: [String]) throws {
    let words = command == ["list"] ? ["plugin", "list"] : command
    let result = try run { try $0.run(["-e", "x = 1"] + words) }
    #expect(result.code == 64)
    #expect(result.errors.hasPrefix("Error: -e cannot be combined with \(command[0]).\n"))
  }

  @Test(arguments: [
    (
      ["-i", "run", "tour.lua"],
      "-i has no effect before run, because the command opens no prompt; to open a prompt after the "
        + "script, use: signalbox repl tour.lua"
    ),
    (
      ["--no-history", "test"],
      "--no-history has no effect before test, because the command opens no prompt; remove "
        + "--no-history."
    ),
    (["-i", "--", "a"], "-i opens a prompt, which accepts no arguments; remove them."),
    (
      ["repl", "--listen", "-e", "1"],
      "--listen with -e requires -i, because without a prompt the session ends after the code."
    ),
    (
      ["-e", "1", "repl", "--inspect"],
      "--inspect with -e requires -i, because without a prompt the session ends after the code."
    ),
    (
      ["repl", "--attach", "s", "-e", "1"],
      "-e and --attach cannot be combined; pass the code on standard input instead."
    ),
    (
      ["repl", "--attach", "s", "--undo", "5"],
      "--undo and --attach cannot be combined; pass --undo to the command that listens."
    ),
  ])
  func `options that would have no effect are rejected`(arguments: [String], reason: String) throws
  {
    let result = try run { try $0.run(arguments) }
    #expect(result.code == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("Error: \(reason)\n"), "\(result.errors)")
  }

  @Test func `the version is printed with the commit, the Lua version and the platform`() throws {
    let result = try run { try $0.run("--version") }
    let expected =
      /signalbox \d+\.\d+\.\d+\S*\ncommit: (unknown|[0-9a-f]{7,64}(-dirty)?)\nLua: 5\.4\.\d+\nplatform: \w+-\w+\n/
    #expect(result == Tool.Result(result.output))
    #expect(result.output.wholeMatch(of: expected) != nil, "\(result)")
    #if os(Linux) && arch(x86_64)
      #expect(result.output.hasSuffix("\nplatform: linux-x86_64\n"))
    #endif
  }

  @Test func `the help shows usage, options and exit codes`() throws {
    let result = try run { try $0.run("--help") }
    #expect(result.code == 0 && result.errors.isEmpty)
    for line in [
      "signalbox run FILE [-- ARGS]           run a script", "-e <code> ", "--timeout <time> ",
      "--memory <size> ", "--color <when> ", "--version ",
      "  2    a script failed to load: syntax error, missing module or unreadable file",
      "  5    nothing matched the selection", "  130  stopped with Ctrl-C",
      "  143  stopped with SIGTERM",
    ] {
      #expect(result.output.contains(line))
    }
  }

  @Test(arguments: ["run", "repl", "record", "inspect"])
  func `the help of a command without scenarios omits the exit codes of the command test`(
    command: String
  ) throws {
    let help = try run { try $0.run(command, "--help") }.output
    #expect(help.contains("  130  stopped with Ctrl-C\n"))
    #expect(!help.contains("nothing matched") && !help.contains("signalbox test was stopped"))
  }

  @Test func `the command lua-types prints definitions that a language server reads`() throws {
    let result = try run { try $0.run("lua-types") }
    #expect(result == Tool.Result(result.output))
    #expect(result.output.hasPrefix("---@meta\n"))
    #expect(result.output.contains("\nfunction Router:navigate(to, args, opts) end\n"))
  }

  @Test(
    "a line that is not parsed is the same command as if it were parsed",
    arguments: [[], ["-e", "print(1)"], ["-e", "--help"]])
  func unparsedLine(_ arguments: [String]) throws {
    let command = try #require(SignalboxCommand.withoutParsing(arguments))
    #expect(try values(of: command) == values(of: SignalboxCommand.parseAsRoot(arguments)))
  }

  @Test(
    "a line with any other argument is parsed",
    arguments: [["-e"], ["run"], ["--help"], ["-e", "x", "--"], ["run", "-e"], ["--plain"]])
  func parsedLine(_ arguments: [String]) {
    #expect(SignalboxCommand.withoutParsing(arguments) == nil)
  }

  /// Returns the values of all options and arguments, including those of option groups. The parser
  /// removes the titles of groups.
  private func values(of command: some ParsableArguments) -> [String] {
    Mirror(reflecting: command).children.flatMap { child -> [String] in
      var text = ""
      dump(child.value, to: &text)
      return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("  - title: ") }
    }
  }
}
