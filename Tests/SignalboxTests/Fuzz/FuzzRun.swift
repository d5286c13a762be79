import Foundation
import Testing

/// Runs a check from seed to seed: a few in every test run, for minutes under `scripts/fuzz`.
struct FuzzRun {
  /// What `--target` calls it.
  let target: String
  /// How many seeds the smoke takes.
  let smoke: UInt64

  /// How long one seed may take where time is measured at all, in seconds.
  private static let patience: UInt32 = 120

  /// Runs the check; what is wrong is recorded with the seed that shows it.
  ///
  /// - Parameter fault: What is wrong with a seed; nil for nothing.
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

  /// Keeps the seed where `scripts/fuzz` finds it when the process ends here, and bounds its time.
  private func note(_ seed: UInt64) {
    if let file = Replay.note {
      let text = Array("\(seed)\n".utf8)
      pwrite(file, text, text.count, 0)
    }
    alarm(Self.patience)
  }
}
