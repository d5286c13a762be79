import Foundation
import Testing

/// Runs a check for a few seeds in every test run, and for many seeds under `scripts/fuzz`, which
/// runs for minutes.
struct FuzzRun {
  /// The name of the check for `--target`.
  let target: String
  /// The number of seeds in the smoke test.
  let smoke: UInt64

  /// The maximum time of one seed in seconds, if time is measured.
  private static let timeLimit: UInt32 = 120

  /// Runs the check. A fault is recorded with its seed.
  ///
  /// - Parameter fault: Returns the fault of a seed, or `nil` if there is none.
  func check(_ fault: (UInt64) -> String?) {
    let first = Replay.seed ?? 0
    let isLong = Replay.target == target
    if Replay.target != nil && !isLong { return }
    let end = ContinuousClock.now + .seconds(60 * (Replay.minutes ?? 0))
    var seed = first
    repeat {
      if isLong { note(seed) }
      if let fault = fault(seed) {
        Issue.record(
          "seed \(seed): \(fault)\nreplay: scripts/fuzz --target \(target) --seed \(seed)")
        break
      }
      seed += 1
    } while isLong ? ContinuousClock.now < end : seed < first + smoke
    if isLong {
      alarm(0)
      print("fuzz: \(target): \(seed - first) seeds, from \(first)")
    }
  }

  /// Stores the seed in a location where `scripts/fuzz` finds it if the process ends here, and
  /// limits its time.
  private func note(_ seed: UInt64) {
    if let file = Replay.note {
      let text = Array("\(seed)\n".utf8)
      pwrite(file, text, text.count, 0)
    }
    alarm(Self.timeLimit)
  }
}
