import CBaseline
import Dispatch
import Synchronization

/// Concurrent work on several threads, measured in wall time.
final class WallImplementation: Implementation {
  private let threads: Int
  private let work: @Sendable (Int) throws -> Double

  init(threads: Int, _ work: @escaping @Sendable (Int) throws -> Double) {
    self.threads = threads
    self.work = work
  }

  func measure(_ count: Int) throws -> Sample {
    let each = (count + threads - 1) / threads
    // Each thread adds its own result once.
    let results = Mutex<(sum: Double, failure: (any Error)?)>((0, nil))
    let start = baseline_wall_time()
    DispatchQueue.concurrentPerform(iterations: threads) { [work] _ in
      do {
        let sum = try work(each)
        results.withLock { $0.sum += sum }
      } catch {
        results.withLock { $0.failure = error }
      }
    }
    let time = Double(baseline_wall_time() - start)
    if let failure = results.withLock({ $0.failure }) { throw failure }
    return Sample(
      nanoseconds: time / Double(each * threads), check: results.withLock { $0.sum })
  }
}
