import Foundation
import Testing

/// Tests the access of plugins to resources outside their sessions, with the real system.
struct PermissionTests {
  /// Runs plugin code with granted permissions, in a folder with some files and links.
  private func run(
    _ code: String, _ permissions: String..., memory: String = "256MB"
  ) throws -> Tool.Result {
    let list = permissions.map { "\"\($0)\"" }.joined(separator: ", ")
    let tool = try Tool([
      "data/a.txt": "A", "data/inner/b.txt": "B", "secret.txt": "S",
      "plugins/io/plugin.lua": """
      return { name = "io", version = "1.0.0", api = 1, summary = "", permissions = { \(list) },
        setup = function(host) host:global("go", function()
          \(code)
        end) end }
      """,
    ])
    defer { tool.remove() }
    let manager = FileManager.default
    let links = [
      ("data/out", "../secret.txt"), ("data/up", ".."), ("data/again", "a.txt"),
    ]
    for (path, target) in links {
      try manager.createSymbolicLink(
        atPath: tool.folder.appending(path: path).path, withDestinationPath: target)
    }
    try tool.write(
      "return { plugins = { io = { permissions = { \(list) } } } }\n", to: "signalbox.lua")
    return try tool.run(
      "--memory", memory, "-e", "print(pcall(go))",
      environment: ["CI": "yes", "PATH": "/bin:/usr/bin", "SIGNALBOX_TRUST": "1"])
  }

  @Test func `a plugin can read files up to the script's string and memory limits`()
    throws
  {
    let write = "local t = ('x'):rep(1 << 20) fs.write('data/big.txt', t:rep(9)) "
    let read = "return #fs.read 'data/big.txt'"
    let all = "true\t9437184\n"
    #expect(try run(write + read, "fs:write:data", "fs:read:data").output == all)
    let more = "local t = ('x'):rep(12 << 20) fs.write('data/big.txt', t) t = nil " + read
    let result = try run(more, "fs:write:data", "fs:read:data", memory: "32MB")
    #expect(
      result.output.contains("fileFailed: fs.read: data/big.txt (larger than")
        || result.errors.contains("not enough memory"), "\(result)")
  }

  private static func denied(_ what: String, _ permission: String) -> String {
    "false\tplugins/io/plugin.lua:3: pluginDenied: plugin \"io\" may not use \(what); add "
      + "\"\(permission)\" to permissions in plugins/io/plugin.lua and grant it with --allow "
      + "io=\(permission), or in signalbox.lua: { plugins = { io = { permissions = { \"\(permission)\" } } } }\n"
  }

  private static func failed(_ what: String) -> String {
    "false\tplugins/io/plugin.lua:3: \(what)\n"
  }

  @Test(arguments: [
    ("return fs.read 'data/a.txt'", "true\tA\n"),
    ("return fs.read './data//inner/../again'", "true\tA\n"),
    ("return table.concat(fs.list 'data', ' ')", "true\ta.txt again inner out up\n"),
    ("return fs.read 'secret.txt'", denied("fs.read of \"secret.txt\"", "fs:read:.")),
    (
      "return fs.read 'data/../secret.txt'",
      denied("fs.read of \"data/../secret.txt\"", "fs:read:.")
    ),
    ("return fs.read '/etc/hostname'", denied("fs.read of \"/etc/hostname\"", "fs:read:/etc")),
    ("return fs.read '../x/y'", denied("fs.read of \"../x/y\"", "fs:read:../x")),
    (
      "return fs.read 'data/out'", failed("fileFailed: fs.read: data/out is outside data")
    ),
    (
      "return fs.read 'data/up/secret.txt'",
      failed("fileFailed: fs.read: data/up/secret.txt is outside data")
    ),
    (
      "return fs.list 'data/up'", failed("fileFailed: fs.list: data/up is outside data")
    ),
    (
      "return fs.read 'data/none'",
      failed("fileFailed: fs.read: data/none (no such file or directory)")
    ),
    ("return fs.read 'data/inner'", failed("fileFailed: fs.read: data/inner is not a file")),
    (
      "return fs.read()",
      failed("badArgument: fs.read: the path is nil, expected a string without null characters")
    ),
    ("fs.write('data/a.txt', 'X')", denied("fs.write of \"data/a.txt\"", "fs:write:data")),
    ("return os.getenv 'CI'", denied("os.getenv \"CI\"", "env:CI")),
    ("return run('echo')", denied("run \"echo\"", "run")),
  ])
  func `a plugin can read only files below its permitted folder`(
    code: String, expected: String
  ) throws {
    #expect(try run(code, "fs:read:data") == Tool.Result(expected))
  }

  @Test func `a plugin can write only below its permitted folder and not through links`() throws {
    let write = "fs.write('data/new.txt', 'N') return fs.read 'data/new.txt'"
    #expect(try run(write, "fs:read:data", "fs:write:data") == Tool.Result("true\tN\n"))
    #expect(
      try run("fs.write('data/out', 'N')", "fs:write:data")
        == Tool.Result(
          Self.failed("fileFailed: fs.write: data/out is a symbolic link, which is not followed")))
    #expect(
      try run("fs.write('data/up/x.txt', 'N')", "fs:write:data")
        == Tool.Result(
          Self.failed("fileFailed: fs.write: data/up/x.txt is outside data")))
  }

  @Test func `a plugin can read only the permitted environment variables`() throws {
    #expect(
      try run("return os.getenv 'CI', type(os.time())", "env:CI")
        == Tool.Result("true\tyes\tnumber\n"))
    #expect(try run("return os.getenv 'NONE'", "env:NONE") == Tool.Result("true\tnil\n"))
  }

  @Test(arguments: [
    ("return run('echo', 'a  b', '$CI', ';')", "true\ta  b $CI ;\n\t0\t\n"),
    ("return run('sh', '-c', 'echo no >&2; exit 3')", "true\t\t3\tno\n\n"),
    ("return run('sh', '-c', 'kill -9 $$')", "true\t\t137\t\n"),
    ("return run('cat')", "true\t\t0\t\n"),
    (
      "return run('sleep', '60', { timeout = '50ms' })",
      failed(
        "runFailed: run \"sleep\" timed out; set a longer limit with the last argument of run, such as "
          + "{ timeout = \"60s\" }")
    ),
    (
      "return run('no-such-program')",
      failed("runFailed: run \"no-such-program\": no such file or directory")
    ),
    (
      "return run()",
      failed("badArgument: run: the command is missing; pass it first: run(\"git\", \"status\")")
    ),
    (
      "return run('a', print)",
      failed("badArgument: run: argument 2 is function, expected a string without null characters")
    ),
    (
      "return run('echo', { timout = 1 })",
      failed("badArgument: run: there is no option \"timout\"; did you mean \"timeout\"?")
    ),
  ])
  func `a plugin runs programs without a shell and with a time limit`(
    code: String, expected: String
  ) throws {
    let result = try run(code, "run")
    #expect(
      Tool.Result(
        result.output.replacing(/function: \w+|function \(.*?\)/, with: "function"),
        errors: result.errors, code: result.code) == Tool.Result(expected))
  }
}
