import Testing

@testable import SignalboxCLI

/// Tests which work a job repeats after workers were lost.
@Suite struct WorkItemsTests {
  private static let tokens = (0..<3).map { WorkerToken(.scenario, iteration: 4, index: $0) }

  /// The token of a recording or of a later attempt.
  private static func replacement(
    _ index: Int, _ kind: WorkerToken.Kind, attempts: UInt32
  ) -> WorkerToken {
    var token = WorkerToken(kind, iteration: 4, index: index)
    token.attempts = attempts
    return token
  }

  @Test func `work without a result is repeated with the number and kind of its last attempt`() {
    var items = WorkItems(Self.tokens)
    let recording = Self.replacement(1, .recording, attempts: 0)
    items.replace(by: Self.replacement(2, .scenario, attempts: 1))
    let retry = Self.replacement(2, .scenario, attempts: 2)
    items.replace(by: recording)
    items.replace(by: retry)
    items.finish(Self.tokens[0])
    items.finish(Self.tokens[0])
    #expect(items.unfinished == [recording, retry])
    #expect(items.count == 2)
  }

  @Test func `a token is obsolete after its work is done or another token has replaced it`() {
    var items = WorkItems(Self.tokens)
    #expect(Self.tokens.map(items.isObsolete) == [false, false, false])
    let retry = Self.replacement(1, .scenario, attempts: 1)
    items.finish(Self.tokens[0])
    items.replace(by: retry)
    #expect((Self.tokens + [retry]).map(items.isObsolete) == [true, true, false, false])
  }

  @Test func `tokens of other runs, kinds and indices do not belong to a job`() {
    let items = WorkItems(Self.tokens)
    let others = [
      WorkerToken(.recording, iteration: 4, index: 2),
      WorkerToken(.scenario, iteration: 3, index: 2),
      WorkerToken(.file, iteration: 4, index: 2), WorkerToken(.scenario, iteration: 4, index: 3),
    ]
    #expect(others.map(items.contains) == [true, false, false, false])
    #expect(!WorkItems().contains(Self.tokens[0]))
  }

  @Test func `work that no worker has taken is not missing`() throws {
    let pipe = try WorkerTokens()
    #expect(pipe.isEmpty)
    pipe.add(Self.tokens)
    #expect(!pipe.isEmpty)
    #expect(WorkerToken.take(from: pipe.source) == Self.tokens[0])
    #expect(!pipe.isEmpty)
    #expect(pipe.drain() == 2)
    #expect(pipe.isEmpty)
  }
}
