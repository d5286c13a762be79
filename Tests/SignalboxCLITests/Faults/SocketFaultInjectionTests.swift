#if os(Linux)
  import Foundation
  import Testing

  /// Every system call for sockets and pipes fails once, in a host and in a client. Neither of them
  /// waits indefinitely, and each continues or ends with a one-sentence message.
  ///
  /// Every run tests every third call of a host with one of the errors, and `scripts/fuzz --target
  /// files` tests all calls with each error. A client makes few calls, so every run tests all of
  /// them.
  @Suite(.enabled(if: Tool.sanitizerOptions.isEmpty, "a sanitizer has to be loaded first"))
  struct SocketFaultInjectionTests {
    private static let codes: [Int32] = [EINTR, ECONNRESET, EMFILE, ENOSPC]

    private static let script = """
      Shop = coordinator "Shop" { routes = { catalog = {} } }
      function Shop:start() self.router:startFlow("catalog") end
      app:launch "Shop"
      """

    /// Runs `body` for each call in order, until there is no call with that number.
    ///
    /// - Parameters:
    ///   - triesAll: Whether every call fails with each error, even without a search.
    ///   - body: Called with the environment variables that make the call fail.
    private func forEachCall(
      in tool: Tool, triesAll: Bool = false,
      _ body: ([String: String], _ place: String) throws -> Void
    ) throws {
      let isLong =
        triesAll || ProcessInfo.processInfo.environment["SIGNALBOX_FUZZ_TARGET"] == "files"
      let step = isLong ? 1 : 3
      let fault = tool.folder.appending(path: ".fault")
      for iteration in isLong ? Self.codes.indices : 0..<1 {
        for number in stride(from: 1, to: 100_000, by: step) {
          let code = Self.codes[(iteration + number / step) % Self.codes.count]
          try? FileManager.default.removeItem(at: fault)
          try body(
            try FaultLibrary.environment(number, code, note: fault, onlySockets: true),
            "call \(number) failed with \(code)")
          guard FileManager.default.fileExists(atPath: fault.path) else { break }
        }
      }
    }

    /// Runs shell commands. `T` is the tool, and `$F` is the tool with a failing call. Both
    /// commands are killed after a minute.
    private func shell(
      _ line: String, in tool: Tool, _ faults: [String: String]
    ) throws -> Tool.Result {
      let path = try Tool.path().path
      let settings = faults.map { "'\($0.key)=\($0.value)'" }.joined(separator: " ")
      let limit = "timeout -s KILL 60"
      let faulty = line.replacing("$F", with: "\(limit) env \(settings) '\(path)'")
      return try tool.run(
        ["-c", "T() { \(limit) '\(path)' \"$@\"; }\n\(faulty)"],
        environment: ["PATH": "/usr/bin:/bin"], program: URL(filePath: "/bin/bash"))
    }

    private func check(_ text: String, _ place: String) {
      #expect(!text.contains("Fatal error"), "\(place)")
    }

    @Test(arguments: ["run", "repl"])
    func `if any socket call fails, a host serves its clients or exits with a message`(
      command: String
    ) throws {
      let tool = try Tool(["a.lua": Self.script])
      defer { tool.remove() }
      // The input of the host is a pipe without an end, and the host ends with SIGTERM, which
      // `timeout` may have blocked.
      let line = """
        rm -f in; mkfifo in; exec 5<>in
        exec 3< <(exec $F \(command) --listen=./s a.lua <in 2>&1)
        host=$!
        read -r first <&3
        echo "$first"
        if [[ $first == listening* ]]; then
          T repl --attach ./s <<<'print(6 * 7)'
          echo "client $?"
          pkill -TERM -P $host
        fi
        cat <&3
        wait $host
        echo "host $?"
        ls s s.token
        """
      try forEachCall(in: tool) { faults, place in
        let result = try shell(line, in: tool, faults)
        let place = "\(place): \(result)"
        check(result.description, place)
        let codes = result.output.matches(of: /(?m)^(client|host) (\d+)$/).map {
          "\($0.output.1) \($0.output.2)"
        }
        let isListening = result.output.hasPrefix("listening at ./s\n")
        let expected =
          isListening ? [["client 0", "host 143"], ["client 1", "host 143"]] : [["host 1"]]
        #expect(expected.contains(codes), "\(place)")
        if codes.first == "client 0" { #expect(result.output.contains("\n42\n"), "\(place)") }
        if codes.first == "client 1" { #expect(result.errors.contains("signalbox: "), "\(place)") }
        if !isListening { #expect(result.output.hasPrefix("signalbox: "), "\(place)") }
        #expect(!result.output.contains("\ns\n"), "a socket is left: \(place)")
        #expect(!result.output.contains("\ns.token\n"), "a token is left: \(place)")
      }
    }

    @Test func `if any socket call fails, a client continues or exits with a message`()
      throws
    {
      let tool = try Tool(["a.lua": Self.script])
      defer { tool.remove() }
      let host = try Terminal("run", "--listen=./s", "a.lua", folder: tool.folder)
      try host.wait(for: "listening at ./s\r\n")
      try forEachCall(in: tool, triesAll: true) { faults, place in
        let result = try shell("$F repl --attach ./s <<<'print(6 * 7)'", in: tool, faults)
        let place = "\(place): \(result)"
        check(result.description, place)
        #expect([0, 1].contains(result.code), "\(place)")
        if result.code == 0 { #expect(result.output == "42\n", "\(place)") }
        if result.code == 1 { #expect(result.errors.hasPrefix("signalbox: "), "\(place)") }
      }
      #expect(try tool.run("repl", "--attach", "./s", input: "1 + 1\n") == Tool.Result("2\n"))
      try host.type("\u{3}")
      #expect(try host.finish() == 0)
    }
  }
#endif
