/// The results of one workload: nanoseconds for each repetition, by implementation and iteration.
struct Measurement {
  let name: String
  let unit: String
  let summary: String
  let goal: Goal?
  var samples: [Variant: [Double]] = [:]

  init(_ workload: Workload) {
    name = workload.name
    unit = workload.unit
    summary = workload.summary
    goal = workload.goal
  }

  /// A figure other than a repetition time, such as a number of bytes or the milliseconds of a
  /// start.
  init(figure name: String, unit: String, summary: String, goal: Double?, _ values: [Double]) {
    self.name = name
    self.unit = unit
    self.summary = summary
    self.goal = goal.map { .atMost($0) }
    samples[.signalbox] = values
  }

  /// The samples of Signalbox: of the API for scripts, or of the engine alone if no script is
  /// involved.
  var own: [Double]? { samples[.signalbox] ?? samples[.native] }

  /// The median of an implementation.
  func median(_ variant: Variant) -> Double? { samples[variant].map { Statistics($0).median } }

  /// The value to which the goal applies: a multiple of the baseline or of another workload in the
  /// same iterations, or the workload's own figure.
  func value(among all: [Measurement]) -> Double? {
    guard let own else { return nil }
    switch goal {
    case nil: return nil
    case .atMost: return Statistics(own).median
    case .ofBaseline: return samples[.baseline].map { Self.ratio(own, $0) }
    case .of(let other, _):
      return all.first { $0.name == other }?.own.map { Self.ratio(own, $0) }
    }
  }

  private static func ratio(_ ours: [Double], _ theirs: [Double]) -> Double {
    Statistics(zip(ours, theirs).map { $1 > 0 ? $0 / $1 : 0 }).median
  }
}
