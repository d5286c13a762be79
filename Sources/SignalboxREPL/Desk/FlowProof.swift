internal import SignalboxScenarios
internal import SignalboxScripting

/// Runs the flows that a session could be written as and takes the first that passes.
struct FlowProof {
  /// A flow that passes.
  struct Saved {
    let text: String
    let stepCount: Int
    /// Why steps are missing; empty where none are.
    let reason: String
  }

  /// Why a flow does not pass.
  private struct Failure {
    let message: String
    /// The piece that fails; `nil` where the file does not even load.
    let piece: Int?
  }

  let writer: FlowWriter
  let script: SessionScript
  let host: any CommandHost
  let path: String

  /// The most of the session that passes; `nil` for nothing.
  ///
  /// Whole first, in each style; then up to where the most of it came.
  func best() -> Saved? {
    let count = script.pieces.count
    var farthest: (style: FlowWriter.Style, failure: Failure)?
    for style in FlowWriter.Style.allCases {
      let flow = writer.flow(of: script, first: count, style)
      guard let failure = failure(of: flow) else { return saved(flow, count, "") }
      if (failure.piece ?? -1) > (farthest?.failure.piece ?? -2) { farthest = (style, failure) }
    }
    guard let farthest else { return nil }
    return cut(farthest.style, farthest.failure)
  }

  /// Leaves out from the piece that fails on, until the rest passes.
  private func cut(_ style: FlowWriter.Style, _ first: Failure) -> Saved? {
    var failure = first
    var count = script.pieces.count
    while count > 0 {
      count = failure.piece.map { min($0, count - 1) } ?? count / 2
      guard steps(in: count) > 0 else { return nil }
      let flow = writer.flow(of: script, first: count, style)
      guard let next = self.failure(of: flow) else { return saved(flow, count, first.message) }
      failure = next
    }
    return nil
  }

  private func saved(_ flow: FlowWriter.Flow, _ count: Int, _ reason: String) -> Saved {
    Saved(text: flow.text, stepCount: steps(in: count), reason: reason)
  }

  private func steps(in count: Int) -> Int {
    script.pieces.prefix(count).reduce(0) { sum, piece in
      switch piece.content {
      case .typed(_, let calls), .calls(let calls): sum + calls.count
      case .refused: sum + 1
      case .file, .omitted: sum
      }
    }
  }

  private func failure(of flow: FlowWriter.Flow) -> Failure? {
    let file = FlowFile(path: path, source: Array(flow.text.utf8))
    let runner = FlowRunner { file throws(ScriptError) in
      try host.makeSession(forFlowsIn: file.path)
    }
    do throws(ScriptError) {
      guard let description = try runner.flows(of: file).first else {
        return Failure(message: "there is no flow", piece: nil)
      }
      let result = runner.run(description, of: file)
      guard let failure = result.failures.first else {
        return result.status == .passed ? nil : Failure(message: "it was stopped", piece: nil)
      }
      return self.failure(failure.error, in: flow)
    } catch {
      return failure(error, in: flow)
    }
  }

  private func failure(_ error: ScriptError, in flow: FlowWriter.Flow) -> Failure {
    let location = error.location.flatMap { $0.file == path ? $0 : nil }
    let line = location.map { $0.line - 1 }
    let piece = line.flatMap { flow.pieces.indices.contains($0) ? flow.pieces[$0] : nil }
    return Failure(message: error.message, piece: piece)
  }
}
