import CLuaShim

extension LuaMachine {
  /// Begins the numbers of `math.random` again, as `math.randomseed(first, second)` does.
  package func seedRandom(_ first: UInt64, _ second: UInt64) {
    guard !isClosed else { return }
    sbx_seed_random(host, first, second)
  }
}
