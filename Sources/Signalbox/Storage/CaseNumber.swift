/// Returns the position of a case in the list of an enumeration's cases. Benchmark: `W1`.
///
/// An enumeration without associated values is stored as this position, in one byte, so reading it
/// costs nothing.
@inline(__always)
func caseNumber(of value: some CaseIterable & BitwiseCopyable) -> UInt8 {
  unsafeBitCast(value, to: UInt8.self)
}
