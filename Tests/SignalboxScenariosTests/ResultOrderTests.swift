import SeededRandom
import Testing

@testable import SignalboxScenarios

struct ResultOrderTests {
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `results that arrive in any order are reported in the planned order`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let count = 40
    var order = ResultOrder<Int>()
    var reported: [Int] = []
    var isHandingOn = false
    func hand(on result: Int) {
      reported.append(result)
      isHandingOn = true
    }
    for place in (0..<count).shuffled(using: &random) {
      if let result = order.take(place, at: place) {
        #expect(!isHandingOn)
        hand(on: result)
      }
      // The receiver may be arbitrarily slow.
      while isHandingOn, Bool.random(using: &random) {
        if let result = order.next() { hand(on: result) } else { isHandingOn = false }
      }
    }
    while isHandingOn {
      if let result = order.next() { hand(on: result) } else { isHandingOn = false }
    }
    #expect(reported == Array(0..<count))
  }
}
