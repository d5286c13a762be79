import CHeapMeter
import Testing

struct HeapMeterTests {
  @Test func `the heap meter counts the bytes that the heap allocates`() {
    #expect(!counts_heap() || heap_counts_agree(64))
  }
}
