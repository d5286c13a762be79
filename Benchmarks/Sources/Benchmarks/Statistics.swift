/// The median and the spread of some numbers.
struct Statistics: Codable {
  let minimum, lowerQuartile, median, upperQuartile, maximum: Double

  /// Computes the statistics of some numbers. All values are 0 if there are no numbers.
  init(_ numbers: [Double]) {
    let sorted = numbers.sorted()
    let quantile = { (part: Double) -> Double in
      guard let last = sorted.last else { return 0 }
      let place = part * Double(sorted.count - 1)
      let index = Int(place)
      let next = index + 1 < sorted.count ? sorted[index + 1] : last
      return sorted[index] + (next - sorted[index]) * (place - Double(index))
    }
    minimum = quantile(0)
    lowerQuartile = quantile(0.25)
    median = quantile(0.5)
    upperQuartile = quantile(0.75)
    maximum = quantile(1)
  }

  /// The spread of the middle half, relative to the median.
  var spread: Double { median > 0 ? (upperQuartile - lowerQuartile) / median : 0 }
}
