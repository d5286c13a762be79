internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxREPL
internal import SignalboxScripting

/// A command that runs for a request, in a separate process.
final class ToolJob {
  let request: ProtocolServer.Request
  private let process: JobProcess
  private let command: String
  private let read: (NavigationValue) throws(NavigationError) -> NavigationArguments
  /// The bytes of an incomplete line.
  private var line: [UInt8] = []
  /// The last part of the messages on standard error.
  private var messages: [UInt8] = []
  /// The last line that reports no error, plan, scenario or progress. It contains the result.
  private var last: NavigationValue?
  private var failure: ProtocolError?
  /// The number of scenarios that have finished.
  private var finished = 0
  /// The response, or `nil` while the command runs.
  private(set) var response: Result<NavigationArguments, ProtocolError>?

  /// The maximum number of bytes of standard error that an error contains.
  private static let maxMessages = 4096
  /// The maximum length of a line, in bytes. The reports of a run are limited to 64 MiB.
  private static let maxLine = 128 << 20

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - words: The arguments of the command, starting with its name.
  ///   - method: The method whose result the command's last line contains.
  init<Method: ProtocolMethod>(
    _ request: ProtocolServer.Request, _ words: [String], of method: Method.Type
  ) throws(ProtocolError) {
    self.request = request
    command = words.first ?? ""
    read = { value throws(NavigationError) in
      try (value.decoded(in: .document("result")) as Method.Result).message
    }
    do throws(ScriptError) {
      process = try JobProcess(words)
    } catch {
      throw ProtocolError(code: error.code ?? error.kind.rawValue, error.message, hint: error.hint)
    }
  }

  /// The descriptors that become readable when the command has written something.
  var descriptors: [Int32] { [process.output, process.errors].compactMap(\.self) }

  /// Ends the command early. The command's result contains everything that the command has found by
  /// then.
  func cancel() { process.interrupt() }

  /// Reads the output of the command and sends it to the client.
  ///
  /// - Returns: Whether there may be more to read.
  func attend(_ server: ProtocolServer) -> Bool {
    if let bytes = process.readErrors(), !bytes.isEmpty { take(messages: bytes, server) }
    guard let bytes = process.readOutput() else {
      finish(server)
      return false
    }
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[..<end]
      rest = rest[(end + 1)...]
      take(line: line, server)
      line = []
    }
    line += rest
    if line.count > Self.maxLine { line = [] }
    return !bytes.isEmpty
  }

  // MARK: - Output

  private func take(messages bytes: ArraySlice<UInt8>, _ server: ProtocolServer) {
    messages = (messages + bytes).suffix(Self.maxMessages)
    server.send(
      String(decoding: bytes, as: UTF8.self), of: request.id, isFailure: true, to: request.client)
  }

  private func take(line: [UInt8], _ server: ProtocolServer) {
    let text = String(decoding: line, as: UTF8.self)
    guard let value = try? NavigationValue(json: text), let fields = value.table else {
      // A line that is not JSON is sent as text, because a plugin that may run programs can print
      // to standard output.
      return server.send(text + "\n", of: request.id, to: request.client)
    }
    switch fields["kind"]?.text {
    case "error":
      failure = ProtocolError(
        code: fields["code"]?.text ?? "failed", fields["message"]?.text ?? "",
        hint: fields["hint"]?.text)
    case "begin": start(fields, server)
    case "scenario": finish(value, size: line.count, server)
    case "progress": progress(fields, server)
    default: last = value
    }
  }

  private func start(_ fields: NavigationArguments, _ server: ProtocolServer) {
    var params = ScenarioStartedMethod.Params(
      id: request.id, scenarios: fields["scenarios"]?.integer ?? 0,
      workers: fields["workers"]?.integer ?? 1, seed: fields["seed"]?.text)
    params.unloaded = (try? fields["unloaded"]?.decoded(in: .document("unloaded"))) ?? []
    server.send(ScenarioStartedMethod.self, params, to: request.client)
  }

  private func finish(_ value: NavigationValue, size: Int, _ server: ProtocolServer) {
    finished += 1
    var result = value.table ?? [:]
    result["kind"] = nil
    if size > server.limits.answer {
      let kept = ["scenario", "status", "milliseconds", "attempts", "reason", "trace"]
      result = NavigationArguments(
        result.fields.filter { kept.contains($0.name) }.map { ($0.name, $0.value) })
      result["isReduced"] = true
    }
    server.send(
      ScenarioFinishedMethod.self,
      ScenarioFinishedMethod.Params(id: request.id, number: finished, .table(result)),
      to: request.client)
  }

  private func progress(_ fields: NavigationArguments, _ server: ProtocolServer) {
    func count(_ name: String) -> Int { fields[name]?.integer ?? 0 }
    server.send(
      ExploreProgressMethod.self,
      ExploreProgressMethod.Params(
        id: request.id, states: count("states"), transitions: count("transitions"),
        depth: count("depth"), queued: count("queued"), milliseconds: count("milliseconds")),
      to: request.client)
  }

  // MARK: - Ending

  private func finish(_ server: ProtocolServer) {
    guard response == nil else { return }
    while let bytes = process.readErrors(), !bytes.isEmpty { take(messages: bytes, server) }
    let end = process.waitForEnd()
    if let last {
      do throws(NavigationError) {
        response = .success(try read(last))
      } catch {
        response = .failure(ProtocolError(error))
      }
    } else if let failure {
      response = .failure(failure)
    } else {
      let text = String(decoding: messages, as: UTF8.self)
      let message = text.isEmpty ? "" : ": \(text.prefix(while: { !$0.isNewline }))"
      response = .failure(
        ProtocolError(
          code: "jobFailed", "signalbox \(command) ended with \(end) without a result\(message)"))
    }
  }
}
