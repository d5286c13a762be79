internal import ArgumentParser

/// The value of `--step`: the number of a step, or the numbers of the first and the last step of a
/// storyboard.
struct StepChoice: ExpressibleByArgument, Hashable {
  let first: Int
  /// The number of the last step, or `nil` if the value is a single step.
  let last: Int?

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, (1...2).contains(parts.count), numbers[0] >= 0,
      numbers[0] <= numbers[numbers.count - 1]
    else { return nil }
    first = numbers[0]
    last = numbers.count == 2 ? numbers[1] : nil
  }
}
