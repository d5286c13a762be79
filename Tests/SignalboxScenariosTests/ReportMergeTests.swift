import SignalboxScenarios
import SignalboxScripting
import Testing

@Suite struct ReportMergeTests {
  private static let scenarios = (1...5).map {
    ScenarioDescription(file: "a.scenario.lua", line: $0, name: "scenario \($0)")
  }

  private static func result(_ scenario: ScenarioDescription) -> ScenarioResult {
    let place = ScriptLocation(file: scenario.file, line: scenario.line)
    let error = ScriptError(.runtime, code: "no", "no: \"it\"", hint: "mend it", location: place)
    var failure = ScenarioFailure(
      .expectation, error,
      differences: [ScenarioDifference("stack", expected: "{ 1 }", actual: "{}")],
      step: 2, groups: ["checkout"], tree: "App", changes: ["+ a"])
    failure.error.traceback = [ScriptFrame(location: place, description: "in main chunk")]
    let isBad = scenario.line.isMultiple(of: 2)
    return ScenarioResult(
      scenario: scenario, status: isBad ? .failed : .passed, failures: isBad ? [failure] : [],
      steps: [ScenarioStep(1, "launch", effect: "▸ a", location: place)], output: ["said"],
      duration: .seconds(7 * scenario.line) + .microseconds(1234))
  }

  /// Returns the contents of the `blob` report of a part, and its plan.
  private func blob(
    _ shard: ScenarioShard?, of plan: RunPlan, sources: SourceCache = SourceCache()
  ) -> [UInt8] {
    var plan = plan
    let members = shard?.members(of: Self.scenarios, by: .count)
    if let shard, let members { plan.reduce(to: shard, members: members) }
    let run = ScenarioRun(plan) { ScenarioRunner { _ throws(ScriptError) in try ScriptSession() } }
    // Without files, nothing runs. Only the positions in the run are needed.
    var results = run.run { _ in }.results
    for index in results.indices {
      let position = results[index].position
      results[index] = Self.result(results[index].scenario)
      results[index].position = position
    }
    var reporter = BlobReporter(ReportContext(sources: sources))
    var text = reporter.begin(plan)
    for result in results { text += reporter.add(result) }
    let summary = RunSummary(results: results, seed: plan.seed, duration: .milliseconds(9))
    return Array((text + reporter.end(summary)).utf8)
  }

  private var plan: RunPlan {
    var plan = RunPlan(scenarios: Self.scenarios, files: [:])
    plan.shuffle(seed: 3)
    return plan
  }

  private func parts(_ numbers: Int..., of count: Int) -> [(path: String, text: [UInt8])] {
    numbers.map { number in
      ("\(number).blob", blob(ScenarioShard(number, of: count), of: plan))
    }
  }

  private func rejection(_ blobs: [(path: String, text: [UInt8])]) -> String? {
    do throws(ReportMerge.Rejection) {
      _ = try ReportMerge(blobs)
      return nil
    } catch {
      return error.message
    }
  }

  @Test(arguments: ["pretty", "junit", "tap", "jsonl", "github", "dot"])
  func `merging the shards of a run leads to the same report as the whole run`(name: String) throws
  {
    let sources = SourceCache()
    sources["a.scenario.lua"] = Array("one\ntwo\nthree\nfour\nfive\n".utf8)
    let reporter = try #require(ReporterCatalog.reporter(named: name))
    func report(_ merge: ReportMerge) -> String {
      var writer = reporter.init(ReportContext(sources: merge.sources, isVerbose: true))
      return writer.begin(merge.plan) + merge.summary.results.map { writer.add($0) }.joined()
        + writer.end(merge.summary)
    }
    let whole = try ReportMerge([("whole.blob", blob(nil, of: plan, sources: sources))])
    for count in 2...4 {
      let blobs = try (1...count).map { number in
        let shard = try #require(ScenarioShard(number, of: count))
        return ("\(number).blob", blob(shard, of: plan, sources: sources))
      }
      let merge = try ReportMerge(blobs.reversed())
      #expect(report(merge) == report(whole))
      #expect(merge.summary.exitCode == .failed)
    }
    #expect(report(whole).contains("scenario 4"))
  }

  @Test func `merge options that cannot be combined are rejected with the reason`() throws {
    let all = parts(1, 2, 3, of: 3)
    #expect(rejection(all) == nil)
    #expect(rejection([]) == "there are no blob reports to merge")
    #expect(rejection(Array(all.dropFirst())) == "of 3 shards, 1 is missing")
    #expect(rejection([all[1]]) == "of 3 shards, 1, 3 are missing")
    #expect(rejection(all + [all[0]]) == "1.blob and 1.blob are both shard 1 of 3")
    #expect(
      rejection(parts(1, of: 3) + parts(2, of: 2))
        == "1.blob is from a run with 3 shards, 2.blob from one with 2")
    let other = (
      path: "2.blob",
      text: blob(ScenarioShard(2, of: 3), of: RunPlan(scenarios: Self.scenarios, files: [:]))
    )
    #expect(
      rejection([all[0], other, all[2]])
        == "1.blob and 2.blob have different seeds; pass the same --seed, or --no-shuffle, to all shards"
    )
    let twin = (
      path: "x.blob",
      text: String(decoding: all[0].text, as: UTF8.self).replacing(
        "\"number\":1", with: "\"number\":2")
    )
    #expect(
      rejection([all[0], (twin.path, Array(twin.text.utf8)), all[2]])
        == "1.blob and x.blob both have position 1 of the order; every shard needs the same scenarios and "
        + "--shard-by")
  }

  @Test func `merging a blob with a missing or duplicate line is rejected`() throws {
    let lines = String(decoding: blob(nil, of: plan), as: UTF8.self).split(separator: "\n")
    func message(_ lines: [Substring]) -> String? {
      rejection([("a.blob", Array(lines.map { "\($0)\n" }.joined().utf8))])
    }
    #expect(message(lines) == nil)
    let end = lines.count - 1
    func damaged(_ count: Int) -> String {
      "a.blob is damaged: \(count) lines and an end were read, expected \(end) lines "
        + "before the end; merge the file as it was written"
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

  @Test func `merging a truncated or invalid blob is rejected`() throws {
    let whole = blob(nil, of: plan)
    for length in stride(from: 0, to: whole.count, by: 7) {
      let message = rejection([("a.blob", Array(whole.prefix(length)))])
      let expected = [
        "a.blob is not a blob report, or is empty",
        "a.blob is incomplete: the run that wrote it did not finish, or the file was truncated",
      ]
      #expect(message.map(expected.contains) == true, "\(length): \(message ?? "")")
    }
    #expect(
      rejection([("a.xml", Array("<testsuites>\n</testsuites>\n".utf8))])
        == "a.xml, line 1: this is not a line of a blob report: JSON, line 1, column 1: "
        + "expected a value; "
        + "write the report with signalbox test --reporter blob=PATH")
    let later = String(decoding: whole, as: UTF8.self).replacing(
      "\"version\":6", with: "\"version\":9")
    #expect(
      rejection([("a.blob", Array(later.utf8))])
        == "a.blob has version 9, but this program reads version 6; to merge the file, use the "
        + "version of signalbox that wrote it")
  }
}
