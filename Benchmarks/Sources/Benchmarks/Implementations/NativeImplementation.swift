import CBaseline

/// Work written in Swift.
final class NativeImplementation: Implementation {
  private let work: (Int) throws -> Double

  /// - Parameter work: A closure that performs the work the given number of times and returns the
  ///   result.
  init(_ work: @escaping (Int) throws -> Double) { self.work = work }

  func measure(_ count: Int) throws -> Sample {
    let start = baseline_cpu_time()
    let check = try work(count)
    return Sample(nanoseconds: Double(baseline_cpu_time() - start) / Double(count), check: check)
  }
}
