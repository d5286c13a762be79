import Foundation
import SignalboxProtocol
import SignalboxTransports
import TerminalShim
import Testing
import TmuxDriver

/// Tests `--listen` and `--attach` in terminals and in pipes.
@Suite struct AttachToolTests {
  private static let shop = """
    Shop = coordinator "Shop" { routes = { catalog = {}, product = {} } }
    function Shop:start() self.router:startFlow("catalog") end
    app:launch "Shop"
    """

  /// A folder with a script, and a host whose session clients can attach to.
  private func host(_ command: String...) throws -> (tool: Tool, terminal: Terminal) {
    let tool = try Tool(["shop.lua": Self.shop])
    return (tool, try listen(command[0], in: tool))
  }

  private func listen(_ command: String, in tool: Tool) throws -> Terminal {
    // Socket addresses are limited in length, unlike the folder of the test.
    let terminal = try Terminal(command, "--listen=./s", "shop.lua", folder: tool.folder)
    try terminal.wait(for: "listening at ./s\r\n")
    return terminal
  }

  private func attach(in tool: Tool) throws -> Terminal {
    let terminal = try Terminal("repl", "--attach", "./s", folder: tool.folder)
    try terminal.wait(for: "Ctrl-D detaches\r\nshop ▸ catalog> ")
    return terminal
  }

  // MARK: - The page

  @Test func `the commands on the page about attaching print the documented output`() throws {
    let page = try GuideTests.lines(of: "docs/attach.md")
    let blocks = GuideTests.blocks(in: page)
    let listening = try #require(blocks.first { $0.language == "console" })
    let session = try #require(blocks.first { $0.language == "session" })
    let script = try #require(DocumentationTests.examples(in: "docs/attach.md").first)
    let tool = try Tool(["shop.lua": script.script])
    defer { tool.remove() }
    // Socket addresses are limited in length, unlike the folder of the test.
    let runtime = FileManager.default.temporaryDirectory
      .appending(path: "sb-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: runtime) }
    let environment = ["TERM=dumb", "XDG_RUNTIME_DIR=\(runtime.path)"]
    func start(_ line: String) throws -> Terminal {
      let words = line.split(separator: " ").map(String.init)
      try #require(words.prefix(2) == ["$", "signalbox"])
      return try Terminal(Array(words.dropFirst(2)), folder: tool.folder, environment: environment)
    }
    let commands = [listening, session].map { page[$0.lines.lowerBound] }
    let host = try start(commands[0])
    let address = try host.wait(for: "\r\n").replacing(runtime.path, with: "/run/user/1000")
    #expect([commands[0], address] == Array(page[listening.lines]))

    let client = try start(commands[1])
    var seen = [commands[1]]
    let banner = try client.wait(for: "\r\nshop ▸ catalog> ")
    seen.append(banner.replacing(/Lua 5\.4\.\d+/, with: "Lua 5.4"))
    var label = "shop ▸ catalog> "
    for line in page[session.lines] where line.hasPrefix("shop ▸ ") && !line.hasSuffix(".quit") {
      let input = String(line.split(separator: "> ", maxSplits: 1)[1])
      try client.type(input + "\n")
      let answer = try client.wait(for: "\r\nshop ▸ ")
      // The page does not contain the duration of an input.
      seen.append(
        label
          + answer.replacing("\r\n", with: "\n").replacing(
            /\ {2,}[\d.]+ m?s$/.anchorsMatchLineEndings(), with: ""))
      label = "shop ▸ " + (try client.wait(for: "> ")) + "> "
    }
    seen.append(label + ".quit")
    #expect(seen.joined(separator: "\n") == page[session.lines].joined(separator: "\n"))
    try client.type(".quit\n")
    #expect(try client.finish() == 0)
    try host.type("\u{3}")
    #expect(try host.finish() == 0)
    #expect(!FileManager.default.fileExists(atPath: runtime.path + "/signalbox/shop.sock"))
  }

  // MARK: - Terminals

  @Test func `two prompts of one session are notified of each other's changes`() throws {
    let (tool, host) = try host("repl")
    defer { tool.remove() }
    try host.wait(for: "shop ▸ catalog> ")
    let client = try attach(in: tool)
    try client.type("app.top.router:navigate(\"product\")\n")
    try client.wait(for: "  ✓ push product")
    try client.wait(for: "shop ▸ product> ")
    try host.wait(for: "· client 1: ✓ push product\r\nshop ▸ product> ")
    try host.type("app.top.router:pop()\n")
    try host.wait(for: "  ✓ pop product")
    try host.wait(for: "shop ▸ catalog> ")
    try client.wait(for: "· host: ✓ pop product\r\n")
    try client.type("print(6 * 7)\n")
    try client.wait(for: "42\r\nshop ▸ catalog> ")
    try client.type("\u{4}")
    #expect(try client.finish() == 0)
    try host.type("\u{4}")
    #expect(try host.finish() == 0)
  }

  @Test func `Ctrl-C or kill -9 at a client stops its running input`() throws {
    let (tool, host) = try host("repl")
    defer { tool.remove() }
    let client = try attach(in: tool)
    try client.type("print('star' .. 'ted') while true do end\n")
    try client.wait(for: "started\r\n")
    try client.type("\u{3}")
    try client.wait(for: "✗ interrupted\r\nshop ▸ catalog> ")
    try client.type("half(\u{3}")
    try client.wait(for: "shop ▸ catalog> ")
    try client.type("print('star' .. 'ted') while true do end\n")
    try client.wait(for: "started\r\n")
    client.send(SIGKILL)
    #expect(try client.finish() == 128 + SIGKILL)
    try host.type("print(6 * 7)\n")
    try host.wait(for: "42\r\nshop ▸ catalog> ")
  }

  @Test func `a client detects the end of its host, and a new host replaces one that has ended`()
    throws
  {
    let (tool, host) = try host("run")
    defer { tool.remove() }
    let client = try attach(in: tool)
    host.send(SIGKILL)
    try client.wait(for: "signalbox: the host of ./s has ended\r\n")
    #expect(try client.finish() == 1)
    #expect(
      try tool.run("repl", "--attach", "./s")
        == Tool.Result(errors: "signalbox: the host of ./s has ended\n", code: 1))
    let second = try listen("run", in: tool)
    #expect(
      try tool.run("run", "--listen=./s", "shop.lua")
        == Tool.Result(
          errors: """
            signalbox: a running host already listens at ./s; end that host, or use another path

            """, code: 1))
    let other = try attach(in: tool)
    second.send(SIGTERM)
    try other.wait(for: "signalbox: the host is ending the session\r\n")
    #expect(try second.finish() == 143)
  }

  @Test func `a client whose line was typed and deleted detects the end of its host`() throws {
    let (tool, host) = try host("run")
    defer { tool.remove() }
    let client = try Terminal(
      "repl", "--attach", "./s", folder: tool.folder, environment: ["TERM=xterm"])
    try client.wait(for: "catalog>")
    try client.type("x")
    try client.wait(for: "x")
    try client.type("\u{15}")
    host.send(SIGKILL)
    try client.wait(for: "signalbox: the host of ./s has ended")
    #expect(try client.finish() == 1)
  }

  @Test func `Ctrl-C at the host stops a client's input and keeps the typed line`() throws {
    let (tool, host) = try host("repl")
    defer { tool.remove() }
    let edited = try Terminal(
      "repl", "--listen=./t", "shop.lua", folder: tool.folder, environment: ["TERM=xterm"])
    try edited.wait(for: "listening at ./t")
    for (host, socket) in [(host, "./s"), (edited, "./t")] {
      try host.wait(for: "catalog>")
      let client = try Terminal("repl", "--attach", socket, folder: tool.folder)
      try client.wait(for: "shop ▸ catalog> ")
      try client.type("print('star' .. 'ted') while true do end\n")
      try client.wait(for: "started\r\n")
      if host === edited { try host.type("print(6 *") }
      try host.type("\u{3}")
      try client.wait(for: "✗ interrupted\r\nshop ▸ catalog> ")
      try host.type(host === edited ? " 7)\r" : "print(6 * 7)\n")
      try host.wait(for: "42")
    }
  }

  @Test
  func `a client does not wait for a suspended host, which can be used again after it resumes`()
    throws
  {
    let (tool, host) = try host("repl")
    defer { tool.remove() }
    try host.wait(for: "shop ▸ catalog> ")
    /// Runs the program for at most a minute. The program itself waits for a response for a much
    /// shorter time.
    func run(_ arguments: String..., input: String = "") throws -> Tool.Result {
      try tool.run(
        ["-s", "KILL", "60", try Tool.path().path] + arguments, input: input,
        environment: ["PATH": "/usr/bin:/bin"], program: URL(filePath: "/usr/bin/timeout"))
    }
    host.send(SIGSTOP)
    #expect(
      try run("repl", "--attach", "./s", input: "1\n")
        == Tool.Result(
          errors: """
            signalbox: the server has not responded for 5.0 seconds; it may be suspended: resume it with fg in its terminal, or with kill -CONT

            """, code: 1))
    #expect(
      try run("run", "--listen=./s", "shop.lua")
        == Tool.Result(
          errors:
            "signalbox: a running host already listens at ./s; end that host, or use another path\n",
          code: 1))
    host.send(SIGCONT)
    #expect(try run("repl", "--attach", "./s", input: "6 * 7\n") == Tool.Result("42\n"))
    try host.type("print('still ' .. 'here')\n")
    try host.wait(for: "still here\r\n")
  }

  @Test func `a host that is terminated during a call leaves no socket behind`() throws {
    // A single Lua function takes twenty seconds, and no deadline can interrupt it.
    let tool = try Tool([
      "a.lua": "local t = {} for i = 1, (1 << 17) + 10 do t[i * ((1 << 18) - 1)] = true end"
    ])
    defer { tool.remove() }
    let result = try tool.run("run", "--listen=./s", "--timeout", "2s", "a.lua")
    #expect(result.code == 1)
    #expect(result.errors.hasPrefix("listening at ./s\nsignalbox: timed out: a.lua did not stop"))
    let files = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(files.filter { !$0.hasPrefix(".") } == ["a.lua"])
  }

  @Test
  func `if no file descriptors are available, clients are rejected, and this is reported once`()
    throws
  {
    let tool = try Tool(["shop.lua": Self.shop])
    defer { tool.remove() }
    // File descriptors that other tests have opened are not counted.
    let command =
      "for n in {3..250}; do eval \"exec $n>&-\"; done; ulimit -n 14; "
      + "exec \(Tmux.quoted(try Tool.path().path)) run --listen=./s shop.lua"
    let host = try Terminal(running: ["/bin/bash", "-c", command], folder: tool.folder)
    try host.wait(for: "listening at ./s\r\n")
    // Silent connections use all available client slots. Socket addresses are limited in length,
    // unlike the folder of the test.
    let link = "/tmp/sbx-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: tool.folder.path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    let clients = try (0..<7).map { _ in try SilentClient(link + "/s") }
    let answers = clients.suffix(2).map { $0.answer() }
    #expect(
      answers
        == Array(
          repeating:
            "Content-Length: 124\r\n\r\n"
            + #"{"id":null,"error":{"code":-32000,"data":{"code":"full"},"#
            + #""message":"the host has no file descriptors left"},"jsonrpc":"2.0"}"#, count: 2))
    try host.wait(
      for:
        "signalbox: no file descriptors are left; new clients are rejected with the error `full`\r\n"
    )
    try host.type("\u{3}")
    #expect(try !host.rest().contains("no file descriptor"))
    withExtendedLifetime(clients) {}
  }

  // MARK: - Pipes

  @Test func `piped input at a client runs in the host without prompts`() throws {
    let (tool, host) = try host("run")
    defer { tool.remove() }
    #expect(
      try tool.run(
        "repl", "--attach", "./s",
        input: "for i = 1, 2 do\nprint(i)\nend\nx = 5\napp.top.router:navigate('product')\n")
        == Tool.Result("1\n2\n  ✓ push product\n"))
    #expect(
      try tool.run("repl", "--attach", "./s", input: "x\n\nerror('no', 0)\n.tree\n")
        == Tool.Result("5\n", errors: "✗ no\n  standard input:3\n", code: 1))
    #expect(
      try tool.run("repl", "--attach", "./s", input: "x\nif x then")
        == Tool.Result(
          "5\n",
          errors: "✗ syntax error: unexpected end of input\n  standard input:2\n", code: 1))
    try host.type("\u{3}")
    #expect(try host.finish() == 0)
  }

  @Test func `attaching a prompt to an application without scripts is rejected`() throws {
    let tool = try Tool([:])
    defer { tool.remove() }
    let server = ProtocolServer(name: "Shop\u{1B}[31m")
    // Socket addresses are limited in length, unlike the folder of the test.
    let path = "/tmp/sbx-\(UUID().uuidString.prefix(8))/s"
    let transport = try ServerTransport(server, at: [.unix(path)])
    defer {
      transport.close()
      try? FileManager.default.removeItem(atPath: String(path.dropLast(2)))
    }
    #expect(
      try tool.run("repl", "--attach", path, input: "6 * 7\n")
        == Tool.Result(
          errors: "signalbox: Shop\u{FFFD}[31m has no prompt, because it runs no scripts; "
            + "if it is an application with RemoteHost, use --app unix:\(path)\n", code: 1))
  }

  @Test func `a client can attach to a port, whose token it finds by the port number`() throws {
    let tool = try Tool(["shop.lua": Self.shop])
    defer { tool.remove() }
    let host = try Terminal("run", "--listen=tcp", "shop.lua", folder: tool.folder)
    try host.wait(for: "listening at tcp:")
    let port = try host.wait(for: "\r\n")
    let place = "tcp:\(port)"
    #expect(try tool.run("repl", "--attach", place, input: "6 * 7\n") == Tool.Result("42\n"))
    try host.type("\u{3}")
    #expect(try host.finish() == 0)
    #expect(
      try tool.run("repl", "--attach", place).errors
        == "signalbox: no session listens on port \(port)\n")
    #expect(try tool.run("repl", "--attach", "tcp:x").code == 64)
    #expect(try tool.run("run", "--listen=tcp:70000", "shop.lua").code == 64)
  }

  @Test func `an attached prompt loads, saves and records files in its own folder`() throws {
    let (tool, host) = try host("run")
    defer { tool.remove() }
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "sub"), withIntermediateDirectories: false)
    let folder = tool.folder.appending(path: "sub")
    try Data("function buy() app.top.router:navigate('product') end".utf8)
      .write(to: folder.appending(path: "tools.lua"))
    let result = try tool.run(
      ["-c", "cd sub && exec \(Tmux.quoted(try Tool.path().path)) repl --attach ../s"],
      input: ".load tools.lua\n.record r.jsonl\nbuy()\n.record stop\n",
      program: URL(filePath: "/bin/bash"))
    #expect(
      result
        == Tool.Result(
          "  recording to r.jsonl\n  ✓ push product\n  wrote 1 call to r.jsonl\n"))
    let recording = try String(contentsOf: folder.appending(path: "r.jsonl"), encoding: .utf8)
    #expect(recording.split(separator: "\n").count == 2)
    #expect(
      try tool.run("repl", "--attach", "./s", input: "app.top.router:pop()\n.save a.scenario.lua\n")
        .code == 0)
    #expect(try tool.run("test", "a.scenario.lua").code == 0)
    #expect(try tool.run("repl", "--attach", "./s", input: ".save a.scenario.lua\n").code == 1)
    #expect(try host.finishAfterInterrupt() == 0)
  }

  @Test func `a session to which a client cannot attach is reported in one sentence`() throws {
    let (tool, host) = try host("run")
    defer { tool.remove() }
    try Data("guess".utf8).write(to: tool.folder.appending(path: "t"))
    func errors(_ arguments: String...) throws -> Tool.Result {
      try tool.run(["repl"] + arguments, environment: ["XDG_RUNTIME_DIR": "/nowhere"])
    }
    #expect(
      try errors("--attach", "shop")
        == Tool.Result(
          errors: "signalbox: there is no session at /nowhere/signalbox/shop.sock\n", code: 1))
    #expect(
      try errors("--attach", "./s", "--token-file", "t")
        == Tool.Result(
          errors:
            "signalbox: the token does not match this server; send the token that the server printed "
            + "or wrote to its token file\n", code: 1))
    #expect(try errors("--attach", "./shop.lua").code == 1)
    for arguments in [
      ["--attach", "./s", "shop.lua"], ["--attach", "./s", "--listen"], ["--token-file", "t"],
    ] {
      #expect(try tool.run(["repl"] + arguments).code == 64)
    }
    #expect(try host.finishAfterInterrupt() == 0)
  }

  @Test(arguments: [["repl", "--listen", "./s"], ["repl", "--listen", "./s", "shop.lua"]])
  func `passing a socket in place of a script is reported with the correct command`(
    arguments: [String]
  ) throws {
    let tool = try Tool(["shop.lua": ""])
    defer { tool.remove() }
    let isMissing = try tool.run(arguments)
    let other = try Tool(["shop.lua": Self.shop])
    defer { other.remove() }
    let host = try listen("run", in: other)
    // The host serves clients when its script has ended. An earlier interrupt would stop the script.
    #expect(try other.run("repl", "--attach", "./s", input: "app.front.name\n").code == 0)
    for result in [isMissing, try other.run(arguments)] {
      #expect(result.code == 64)
      #expect(
        result.errors.hasPrefix(
          "Error: There is no script ./s; to listen at this address, write --listen=./s.\n"))
    }
    #expect(try host.finishAfterInterrupt() == 0)
  }
}

extension Terminal {
  fileprivate func finishAfterInterrupt() throws -> Int32 {
    try type("\u{3}")
    return try finish()
  }
}

/// A connection that sends no data.
private final class SilentClient {
  private let file: FileHandle

  init(_ path: String) throws {
    let number = socket_connect(path)
    try #require(number >= 0)
    file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
  }

  /// Returns the message that the host sends before it closes the connection.
  func answer() -> String {
    String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
