import Foundation

/// The cost of a debugger for a script that does not stop. The script measures its own processor time,
/// so the start of the processes and the messages are not included.
struct DebugFigures {
  static let names = ["debug", "debugline"]

  let tool: String
  let iterations: Int

  private static let script = """
    local start, total = os.clock(), 0
    local function add(number)
      total = total + number % 7
    end
    for number = 1, 4000000 do
      add(number)
    end
    if total < 0 then
      print("never")
    end
    print(("seconds=%.6f"):format(os.clock() - start))
    """
  /// The line of `print("never")`.
  private static let otherLine = 9

  func measure(_ wanted: Set<String>) throws -> [Measurement] {
    guard !wanted.isDisjoint(with: Self.names) else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.script.utf8).write(to: folder.appending(path: "loop.lua"))
    var found: [Measurement] = []
    if wanted.contains("debug") {
      found.append(
        Measurement(
          figure: "debug", unit: "",
          summary: "a script in the debugger without breakpoints, as a multiple of signalbox run",
          goal: 1.02, try ratios(in: folder, line: nil)))
    }
    if wanted.contains("debugline") {
      found.append(
        Measurement(
          figure: "debugline", unit: "", summary: "the same with a breakpoint on another line",
          goal: 10, try ratios(in: folder, line: Self.otherLine)))
    }
    return found
  }

  /// Runs the script alternately with and without the debugger, so that each ratio is computed from
  /// consecutive runs. The first pair is not counted.
  private func ratios(in folder: URL, line: Int?) throws -> [Double] {
    try (0...iterations).map { _ in
      let without = try run(in: folder)
      return try debug(in: folder, line: line) / without
    }.suffix(iterations)
  }

  // MARK: - Processes

  private func process(_ words: [String], in folder: URL) -> (Process, input: Pipe, output: Pipe) {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = words
    process.currentDirectoryURL = folder
    process.standardInput = input
    process.standardOutput = output
    return (process, input, output)
  }

  private func run(in folder: URL) throws -> Double {
    let (process, _, output) = process(["run", "loop.lua"], in: folder)
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try Self.seconds(in: text)
  }

  private func debug(in folder: URL, line: Int?) throws -> Double {
    let (process, input, output) = process(["dap"], in: folder)
    try process.run()
    let breakpoints = line.map { "{\"line\":\($0)}" } ?? ""
    let requests = [
      ("initialize", "{}"), ("launch", "{\"program\":\"loop.lua\",\"timeout\":\"1h\"}"),
      (
        "setBreakpoints",
        "{\"source\":{\"path\":\"\(folder.path)/loop.lua\"},\"breakpoints\":[\(breakpoints)]}"
      ),
      ("configurationDone", "{}"),
    ]
    for (number, (command, arguments)) in requests.enumerated() {
      try send(number + 1, command, arguments, to: input)
    }
    var text = Data()
    while text.range(of: Data("\"terminated\"".utf8)) == nil {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { throw BenchmarkError("debug: signalbox dap has ended") }
      text.append(part)
    }
    try send(requests.count + 1, "disconnect", "{}", to: input)
    _ = try output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return try Self.seconds(in: text)
  }

  private func send(
    _ number: Int, _ command: String, _ arguments: String, to input: Pipe
  ) throws {
    let body =
      "{\"seq\":\(number),\"type\":\"request\",\"command\":\"\(command)\",\"arguments\":\(arguments)}"
    try input.fileHandleForWriting.write(
      contentsOf: Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
  }

  private static func seconds(in output: Data) throws -> Double {
    let parts = String(decoding: output, as: UTF8.self).components(separatedBy: "seconds=")
    let digits = parts.last?.prefix { $0.isNumber || $0 == "." } ?? ""
    guard parts.count == 2, let seconds = Double(digits), seconds > 0 else {
      throw BenchmarkError("debug: expected one line with seconds")
    }
    return seconds
  }
}
