/// Several implementations that perform the work alternately.
final class AlternatingImplementation: Implementation {
  private let implementations: [any Implementation]

  init(_ implementations: [any Implementation]) { self.implementations = implementations }

  func measure(_ count: Int) throws -> Sample {
    let each = max(1, count / implementations.count)
    let samples = try implementations.map { try $0.measure(each) }
    let sum = samples.reduce(0) { $0 + $1.nanoseconds }
    return Sample(nanoseconds: sum / Double(samples.count), check: samples.last?.check ?? 0)
  }
}
