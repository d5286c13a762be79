/// Identifies an operation or gesture by its catalog number.
///
/// Operations with Swift methods have constant numbers, because looking up their names would take a
/// fifth of the time of a call. Benchmark: `W8`.
public struct OperationNumber: Hashable, Sendable, BitwiseCopyable {
  /// The index to pass to ``OperationCatalog/signature(at:)``.
  public let index: Int

  init(_ index: Int) { self.index = index }
}
