import SignalboxScenarios
import SignalboxScripting
import Testing

@Suite struct ReportMergeTests {
  private static let flows = (1...5).map {
    FlowDescription(file: "a.flow.lua", line: $0, name: "flow \($0)")
  }

  private static func result(_ flow: FlowDescription) -> FlowResult {
    let place = ScriptLocation(file: flow.file, line: flow.line)
    let error = ScriptError(.runtime, code: "no", "no: \"it\"", hint: "mend it", location: place)
    var failure = FlowFailure(
      .expectation, error, differences: [FlowDifference("stack", expected: "{ 1 }", actual: "{}")],
      step: 2, groups: ["checkout"], tree: "App", changes: ["+ a"])
    failure.error.traceback = [ScriptFrame(location: place, description: "in main chunk")]
    let isBad = flow.line.isMultiple(of: 2)
    return FlowResult(
      flow: flow, status: isBad ? .failed : .passed, failures: isBad ? [failure] : [],
      steps: [FlowStep(1, "launch", effect: "▸ a", location: place)], output: ["said"],
      duration: .seconds(7 * flow.line) + .microseconds(1234))
  }

  /// What the `blob` report of a part says, and the plan that it is of.
  private func blob(
    _ shard: FlowShard?, of plan: FlowPlan, sources: SourceShelf = SourceShelf()
  ) -> [UInt8] {
    var plan = plan
    let members = shard?.members(of: Self.flows, by: .count)
    if let shard, let members { plan.reduce(to: shard, members: members) }
    let run = FlowRun(plan) { FlowRunner { _ throws(ScriptError) in try ScriptSession() } }
    // Without files nothing runs: what is wanted of the run are the places.
    var results = run.run { _ in }.results
    for index in results.indices {
      let position = results[index].position
      results[index] = Self.result(results[index].flow)
      results[index].position = position
    }
    var reporter = BlobReporter(ReportContext(sources: sources))
    var text = reporter.begin(plan)
    for result in results { text += reporter.add(result) }
    let summary = FlowSummary(results: results, seed: plan.seed, duration: .milliseconds(9))
    return Array((text + reporter.end(summary)).utf8)
  }

  private var plan: FlowPlan {
    var plan = FlowPlan(flows: Self.flows, files: [:])
    plan.shuffle(seed: 3)
    return plan
  }

  private func parts(_ numbers: Int..., of count: Int) -> [(path: String, text: [UInt8])] {
    numbers.map { number in
      ("\(number).blob", blob(FlowShard(number, of: count), of: plan))
    }
  }

  private func refusal(_ blobs: [(path: String, text: [UInt8])]) -> String? {
    do throws(ReportMerge.Refusal) {
      _ = try ReportMerge(blobs)
      return nil
    } catch {
      return error.message
    }
  }

  @Test(arguments: ["pretty", "junit", "tap", "jsonl", "github", "dot"])
  func `the parts tell what the whole would`(name: String) throws {
    let sources = SourceShelf()
    sources["a.flow.lua"] = Array("one\ntwo\nthree\nfour\nfive\n".utf8)
    let reporter = try #require(ReporterCatalog.reporter(named: name))
    func report(_ merge: ReportMerge) -> String {
      var writer = reporter.init(ReportContext(sources: merge.sources, isVerbose: true))
      return writer.begin(merge.plan) + merge.summary.results.map { writer.add($0) }.joined()
        + writer.end(merge.summary)
    }
    let whole = try ReportMerge([("whole.blob", blob(nil, of: plan, sources: sources))])
    for count in 2...4 {
      let blobs = try (1...count).map { number in
        let shard = try #require(FlowShard(number, of: count))
        return ("\(number).blob", blob(shard, of: plan, sources: sources))
      }
      let merge = try ReportMerge(blobs.reversed())
      #expect(report(merge) == report(whole))
      #expect(merge.summary.exitCode == .failed)
    }
    #expect(report(whole).contains("flow 4"))
  }

  @Test func `what does not go together is refused with what is wrong`() throws {
    let all = parts(1, 2, 3, of: 3)
    #expect(refusal(all) == nil)
    #expect(refusal([]) == "there are no blobs to merge")
    #expect(refusal(Array(all.dropFirst())) == "of 3 parts, 1 is missing")
    #expect(refusal([all[1]]) == "of 3 parts, 1, 3 are missing")
    #expect(refusal(all + [all[0]]) == "1.blob and 1.blob are both part 1 of 3")
    #expect(
      refusal(parts(1, of: 3) + parts(2, of: 2))
        == "1.blob is of a run in 3 parts, 2.blob of one in 2")
    let other = (
      path: "2.blob", text: blob(FlowShard(2, of: 3), of: FlowPlan(flows: Self.flows, files: [:]))
    )
    #expect(
      refusal([all[0], other, all[2]])
        == "1.blob and 2.blob have different seeds; give every part the same --seed, or --no-shuffle"
    )
    let twin = (
      path: "x.blob",
      text: String(decoding: all[0].text, as: UTF8.self).replacing(
        "\"number\":1", with: "\"number\":2")
    )
    #expect(
      refusal([all[0], (twin.path, Array(twin.text.utf8)), all[2]])
        == "1.blob and x.blob both have place 1 of the order; every part needs the same flows and "
        + "--shard-by")
  }

  @Test func `a report without one of its lines, or with one twice, is refused`() throws {
    let lines = String(decoding: blob(nil, of: plan), as: UTF8.self).split(separator: "\n")
    func message(_ lines: [Substring]) -> String? {
      refusal([("a.blob", Array(lines.map { "\($0)\n" }.joined().utf8))])
    }
    #expect(message(lines) == nil)
    let end = lines.count - 1
    func damaged(_ count: Int) -> String {
      "a.blob is damaged: \(count) lines and an end were read, and the end follows \(end) lines "
        + "where it was written; merge the file as it was written"
    }
    for index in 0..<end {
      var (fewer, more) = (lines, lines)
      fewer.remove(at: index)
      more.insert(lines[index], at: index)
      #expect(message(fewer) == damaged(end - 1))
      #expect(message(more) == damaged(end + 1))
    }
    #expect(message(lines + lines.suffix(1)) == damaged(end + 1))
  }

  @Test func `a report that breaks off or is none is refused`() throws {
    let whole = blob(nil, of: plan)
    for length in stride(from: 0, to: whole.count, by: 7) {
      let message = refusal([("a.blob", Array(whole.prefix(length)))])
      let expected = [
        "a.blob is no blob report, or an empty one",
        "a.blob breaks off: the run that wrote it did not come to its end",
      ]
      #expect(message.map(expected.contains) == true, "\(length): \(message ?? "")")
    }
    #expect(
      refusal([("a.xml", Array("<testsuites>\n</testsuites>\n".utf8))])
        == "a.xml, line 1: this is no line of a blob report: JSON, line 1, column 1: expected a value; "
        + "write one with signalbox test --reporter blob=PATH")
    let later = String(decoding: whole, as: UTF8.self).replacing(
      "\"version\":5", with: "\"version\":9")
    #expect(
      refusal([("a.blob", Array(later.utf8))])
        == "a.blob has version 9, this program reads 5; merge with the version that wrote it")
  }
}
