/// Several implementations that perform the work alternately.
final class TurnsContender: Contender {
  private let contenders: [any Contender]

  init(_ contenders: [any Contender]) { self.contenders = contenders }

  func measure(_ count: Int) throws -> Sample {
    let each = max(1, count / contenders.count)
    let samples = try contenders.map { try $0.measure(each) }
    let sum = samples.reduce(0) { $0 + $1.nanoseconds }
    return Sample(nanoseconds: sum / Double(samples.count), check: samples.last?.check ?? 0)
  }
}
