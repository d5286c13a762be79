extension NavigationEvent.Kind {
  /// The kind as an element of a set of bits. At most 64 kinds are possible.
  ///
  /// A kind is stored as its position in the list of cases, in one byte. Reading the stored byte
  /// costs nothing, so that each event can be compared with the observed kinds. Guarded by bench:
  /// W1.
  @inline(__always)
  var bit: UInt64 { 1 &<< UInt64(unsafeBitCast(self, to: UInt8.self)) }
}
