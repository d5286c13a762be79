/// Measures workloads. The workloads of one family alternate in each iteration, so that other
/// activity on the machine affects all of them equally.
struct Runner {
  let iterations: Int
  /// The minimum duration of one measurement, in nanoseconds.
  let target: Double
  /// A closure that receives a description of the current activity.
  let progress: (String) -> Void

  private struct Entry {
    let workload: Workload
    let variant: Variant
    let implementation: any Implementation
    var count = 1
    var samples: [Double] = []
  }

  func run(_ workloads: [Workload]) throws -> [Measurement] {
    try Workload.Family.allCases.flatMap { family in
      try run(family, workloads.filter { $0.family == family })
    }
  }

  private func run(_ family: Workload.Family, _ workloads: [Workload]) throws -> [Measurement] {
    guard !workloads.isEmpty else { return [] }
    progress(family.rawValue)
    var entries: [Entry] = []
    for workload in workloads {
      var checks: [Double] = []
      for variant in Variant.allCases {
        guard let make = workload.makers[variant] else { continue }
        do {
          var entry = Entry(workload: workload, variant: variant, implementation: try make())
          checks.append(try entry.implementation.measure(24 * workload.granule).check)
          entry.count = try calibrate(entry)
          entries.append(entry)
        } catch {
          throw BenchmarkError("\(workload.name), \(variant.title): \(error)")
        }
      }
      guard Set(checks).count < 2 else {
        throw BenchmarkError("\(workload.name): the implementations returned \(checks)")
      }
    }
    for _ in 0..<iterations {
      for index in entries.indices {
        let entry = entries[index]
        entries[index].samples.append(try entry.implementation.measure(entry.count).nanoseconds)
      }
    }
    return workloads.map { workload in
      var measurement = Measurement(workload)
      for entry in entries where entry.workload.name == workload.name {
        measurement.samples[entry.variant] = entry.samples
      }
      return measurement
    }
  }

  /// Returns the number of repetitions that take the target time.
  private func calibrate(_ entry: Entry) throws -> Int {
    let granule = entry.workload.granule
    var count = granule
    while true {
      let spent = max(1, try entry.implementation.measure(count).nanoseconds * Double(count))
      if spent >= target / 8 || count > 1 << 26 {
        return max(1, Int(Double(count) * target / spent) / granule) * granule
      }
      count *= max(2, min(16, Int(target / 8 / spent)))
    }
  }
}
