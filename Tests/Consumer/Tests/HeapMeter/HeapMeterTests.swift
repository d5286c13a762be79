import CHeapMeter
import Testing

struct HeapMeterTests {
  @Test func `the meter counts the same as the heap`() {
    #expect(!counts_heap() || heap_counts_agree(64))
  }
}
