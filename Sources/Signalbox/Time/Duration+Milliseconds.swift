extension Duration {
  /// The duration in milliseconds (the unit of virtual time), rounded up and clamped to the range
  /// of `Int`.
  package var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (product, overflows) = Int(seconds).multipliedReportingOverflow(by: 1000)
    if overflows { return seconds < 0 ? .min : .max }
    let part = attoseconds / 1_000_000_000_000_000
    let rest = attoseconds % 1_000_000_000_000_000 > 0 ? 1 : 0
    let (sum, overflowsToo) = product.addingReportingOverflow(Int(part) + rest)
    if overflowsToo { return seconds < 0 ? .min : .max }
    return sum
  }
}
