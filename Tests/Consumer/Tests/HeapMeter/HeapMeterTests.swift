import CHeapMeter
import Testing

struct HeapMeterTests {
  @Test func `the meter agrees with the heap where it counts`() {
    #expect(!counts_heap() || heap_counts_agree(64))
  }
}
