/// A stored run, which is the input of the table, the plots and later comparisons.
struct Report: Codable {
  struct Row: Codable {
    let name, unit, summary: String
    /// The nanoseconds of each repetition, or the figure itself, by implementation.
    let figures: [String: Statistics]
    /// The value to which the goal applies. See ``Measurement/value(among:)``.
    let value: Double?
    let goal: Double?
    /// The row to which the compared value is relative: `baseline`, a workload, or `nil` if there is
    /// none.
    let reference: String?

    var own: Statistics? { figures[Variant.signalbox.rawValue] ?? figures[Variant.native.rawValue] }
    var passes: Bool? {
      guard let value, let goal else { return nil }
      return value <= goal
    }
  }

  let machine: Machine
  let iterations: Int
  let rows: [Row]

  init(_ measurements: [Measurement], machine: Machine, iterations: Int) {
    self.machine = machine
    self.iterations = iterations
    rows = measurements.map { measurement in
      let reference: String? =
        switch measurement.goal {
        case nil, .atMost: nil
        case .ofBaseline: Variant.baseline.title
        case .of(let other, _): other
        }
      let figures = measurement.samples.map { ($0.key.rawValue, Statistics($0.value)) }
      return Row(
        name: measurement.name, unit: measurement.unit, summary: measurement.summary,
        figures: Dictionary(uniqueKeysWithValues: figures),
        value: measurement.value(among: measurements), goal: measurement.goal?.limit,
        reference: reference)
    }
  }

  func row(_ name: String) -> Row? { rows.first { $0.name == name } }
}
