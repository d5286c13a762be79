import Testing

@testable import LuaRuntime

@Suite struct ChunkNameTests {
  @Test
  func `the names of the latest chunks are kept, and errors in older chunks still have a location`()
  {
    var names = ChunkNames()
    for number in 1...10_000 { names.add("=input \(number)") }
    let known = (1...10_000).filter { names["input \($0)"] != nil }
    #expect(known == Array((10_000 - ChunkNames.maxCount)...10_000))
    names.add("=input 10000")
    #expect(names["input 5904"] == "input 5904")
    names.add("@" + String(repeating: "folder/", count: 20) + "file.lua")
    #expect(names["input 5904"] == nil)
    #expect(
      names["..." + String(repeating: "folder/", count: 20).suffix(48) + "file.lua"]
        == String(repeating: "folder/", count: 20) + "file.lua")
  }
}
