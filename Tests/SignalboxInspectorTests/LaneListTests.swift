import Signalbox
import SignalboxInspector
import Testing

/// Tests the lanes of timers and asynchronous work.
struct LaneListTests {
  private func lines(_ lanes: LaneList) -> [String] { (lanes.value.list ?? []).map(\.line) }

  @Test func `a timer and a work item are lanes from their beginning to their end`() {
    var lanes = LaneList()
    lanes.add(["timer": 1, "began": 100, "deadline": 300, "owner": "Shop"], at: 2)
    lanes.add(["work": 1, "began": 150], at: 2)
    lanes.add(["timer": 2, "began": 160, "deadline": 900], at: 3)
    lanes.add(["timer": 1, "ended": 300], at: 4)
    lanes.add(["work": 1, "cancelled": 310], at: 5)
    for other in ["text", ["timer": 9, "ended": 1], ["timer": 2], ["ended": 3]] as [NavigationValue]
    {
      lanes.add(other, at: 6)
    }
    #expect(
      lines(lanes) == [
        #"{"b":100,"d":300,"e":300,"i":2,"j":4,"o":"Shop"}"#,
        #"{"b":150,"e":310,"i":2,"j":5,"w":1,"x":1}"#, #"{"b":160,"d":900,"i":3}"#,
      ])
  }

  @Test func `a number that is used again ends the earlier item`() {
    var lanes = LaneList()
    lanes.add(["timer": 1, "began": 100, "deadline": 300], at: 0)
    lanes.add(["timer": 1, "began": 200, "deadline": 400], at: 1)
    #expect(
      lines(lanes) == [
        #"{"b":100,"d":300,"e":200,"i":0,"j":1,"x":1}"#, #"{"b":200,"d":400,"i":1}"#,
      ])
  }

  @Test func `of many lanes, the latest ones are kept`() {
    var lanes = LaneList(maxCount: 10)
    for number in 1...95 {
      lanes.add(
        ["timer": .integer(number), "began": .integer(number), "deadline": 999], at: number)
    }
    #expect((10..<20).contains(lanes.count))
    #expect(lanes.dropped + lanes.count == 95)
    lanes.add(["timer": 1, "ended": 100], at: 96)
    lanes.add(["timer": 95, "ended": 100], at: 96)
    #expect(lines(lanes).last == #"{"b":95,"d":999,"e":100,"i":95,"j":96}"#)
    #expect(lines(lanes).filter { $0.contains("\"e\"") }.count == 1)
  }
}
