import Foundation

/// The pages of recordings and of running sessions: their size, the time until a browser shows a long
/// recording, and the time that recording a step takes.
struct PageFigures {
  static let names = ["pagesize", "pageopen", "pagelive"]

  let tool: String
  let iterations: Int

  private static let browsers = ["chromium", "chromium-browser", "google-chrome"]

  func measure(_ wanted: Set<String>) throws -> [Measurement] {
    guard !wanted.isDisjoint(with: Self.names) else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var found: [Measurement] = []
    if wanted.contains("pagesize") {
      let page = try page(ofSteps: 500, in: folder)
      found.append(
        Measurement(
          figure: "pagesize", unit: "bytes", summary: "the page of a recording of 500 steps",
          goal: 1_000_000, [Double(try Data(contentsOf: page).count)]))
    }
    if wanted.contains("pageopen"), let browser = Self.browsers.first(where: Self.isInstalled) {
      found.append(
        Measurement(
          figure: "pageopen", unit: "ms",
          summary: "50,000 steps shown in a headless browser, beyond an empty page",
          goal: 1_000, try opening(try page(ofSteps: 50_000, in: folder), in: folder, browser)))
    }
    if wanted.contains("pagelive") {
      found.append(
        Measurement(
          figure: "pagelive", unit: "ns",
          summary: "a step of a session with a page, which keeps up with 1,000 steps a second",
          goal: 1_000_000, try (0..<iterations).map { _ in try live(in: folder) }))
    }
    return found
  }

  // MARK: - Recordings

  /// Writes the recording of a session that pushes and pops screens, and the page of this recording.
  private func page(ofSteps count: Int, in folder: URL) throws -> URL {
    let state = "\"format\":\"signalbox.snapshot\",\"version\":3"
    var lines = [
      "{\"clock\":\"automatic\",\"format\":\"signalbox.session\",\"state\":{\(state)},\"version\":3}"
    ]
    var stack = ["{\"name\":\"home\"}"]
    for step in 0..<count {
      let isPush = step % 10 != 9
      if isPush {
        stack.append("{\"arguments\":{\"id\":\(step)},\"name\":\"item\"}")
      } else {
        stack = [stack[0]]
      }
      let call =
        isPush
        ? "\"arguments\":{\"id\":\(step)},\"name\":\"item\",\"operation\":\"navigate\""
        : "\"operation\":\"popToRoot\""
      lines.append(
        "{\(call),\"caller\":\"Main\",\"outcome\":\"done\",\"time\":\(step * 350),\"state\":{\(state),"
          + "\"coordinators\":[{\"attachment\":\"windowRoot\",\"kind\":\"navigation\",\"stack\":["
          + "\(stack.joined(separator: ","))],\"type\":\"Main\"}],"
          + "\"layers\":[{\"isCovering\":true,\"owner\":0,\"style\":\"root\"}]}}")
    }
    let (name, page) = ("\(count).sbtrace", "\(count).html")
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: name))
    _ = try Figures.spawn([tool, "trace", "open", name, "--output", page], in: folder.path)
    return folder.appending(path: page)
  }

  // MARK: - Browsers

  private static func isInstalled(_ program: String) -> Bool {
    (try? Figures.spawn([program, "--version"])) != nil
  }

  /// Opens a page and an empty page alternately. The first pair is not counted.
  private func opening(_ page: URL, in folder: URL, _ browser: String) throws -> [Double] {
    let empty = folder.appending(path: "empty.html")
    try Data("<!doctype html><title>empty</title>".utf8).write(to: empty)
    let screenshot = folder.appending(path: "page.png").path
    let options = [
      "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,800",
      "--screenshot=\(screenshot)",
    ]
    return try (0...iterations).map { _ in
      let without = try Figures.spawn([browser] + options + ["file://\(empty.path)"])
      return try Figures.spawn([browser] + options + ["file://\(page.path)"]) - without
    }.suffix(iterations)
  }

  // MARK: - Sessions

  private static let script = """
    local Main = coordinator "Main" { routes = { home = {}, item = { args = { id = "integer" } } } }
    function Main:start() self.router:startFlow "home" end
    app:launch "Main"
    local count, start = 20000, os.clock()
    for id = 1, count // 2 do
      app.main.router:navigate("item", { id = id })
      app.main.router:pop()
    end
    print(("each=%.1f"):format((os.clock() - start) / count * 1e9))
    """

  /// Returns the processor time of a step in nanoseconds, which the script measures.
  private func live(in folder: URL) throws -> Double {
    try Data(Self.script.utf8).write(to: folder.appending(path: "live.lua"))
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = ["inspect", "live.lua", "--no-open"]
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    var text = Data()
    while text.range(of: Data("http://".utf8)) == nil {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { throw BenchmarkError("pagelive: signalbox inspect has ended") }
      text.append(part)
    }
    let parts = String(decoding: text, as: UTF8.self).components(separatedBy: "each=")
    guard parts.count == 2, let each = Double(parts[1].prefix { $0.isNumber || $0 == "." }) else {
      throw BenchmarkError("pagelive: expected one line with the time of a step")
    }
    return each
  }
}
