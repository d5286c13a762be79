/// The unfinished work items of a job.
struct WorkItems {
  /// The number of work items that are not done.
  private(set) var count: Int
  private let tokens: [WorkerToken]
  /// Whether each work item is done.
  private var isDone: [Bool]
  /// The tokens of later attempts, keyed by the index of the work item.
  private var replaced: [UInt32: WorkerToken] = [:]

  /// Creates a list without work items.
  init() { self.init([]) }

  /// Creates the work items of a job.
  ///
  /// - Parameter tokens: The tokens of the first attempts.
  init(_ tokens: [WorkerToken]) {
    self.tokens = tokens
    count = tokens.count
    isDone = Array(repeating: false, count: tokens.map { Int($0.index) + 1 }.max() ?? 0)
  }

  /// The tokens of the latest attempts at the work items that are not done.
  var unfinished: [WorkerToken] {
    tokens.filter { !isDone[Int($0.index)] }.map { replaced[$0.index] ?? $0 }
  }

  /// Returns whether a token is one of this job's tokens.
  func contains(_ token: WorkerToken) -> Bool {
    guard let first = tokens.first else { return false }
    return token.kind.job == first.kind && token.iteration == first.iteration
      && isDone.indices.contains(Int(token.index))
  }

  /// Returns whether a token of the job does not need to be executed, because its work item is done
  /// or another token has replaced it.
  func isObsolete(_ token: WorkerToken) -> Bool {
    if isDone(token) { return true }
    return replaced[token.index].map { $0 != token } ?? false
  }

  /// Returns whether the work item of a token is done.
  func isDone(_ token: WorkerToken) -> Bool { isDone[Int(token.index)] }

  /// Replaces the token of a work item with the token of a later attempt.
  mutating func replace(by token: WorkerToken) { replaced[token.index] = token }

  /// Marks a work item as done. This method has no effect if the item is already done.
  mutating func finish(_ token: WorkerToken) {
    guard !isDone(token) else { return }
    isDone[Int(token.index)] = true
    count -= 1
  }

  /// Stops counting work items that will not be executed.
  ///
  /// - Parameter number: The number of these work items.
  mutating func remove(_ number: Int) { count -= number }
}
