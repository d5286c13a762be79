import Testing

/// Tests that `scripts/fuzz` finds the tests of its targets, even after they are renamed.
@Suite struct FuzzTargetTests {
  /// Returns the suites of each target in the table of the script.
  private func table() throws -> [String: Set<String>] {
    let rows = try Repository.file("scripts/fuzz").text
      .matches(of: /(?m)^(?:table=')?([a-z]+);([A-Za-z|]+);/)
      .map { (String($0.1), Set($0.2.split(separator: "|").map(String.init))) }
    return Dictionary(rows) { $0.union($1) }
  }

  /// Returns the suites in files that use each target.
  private func suites() throws -> [String: Set<String>] {
    let target = /(?:FuzzRun\(target: |Replay\.target == |"SIGNALBOX_FUZZ_TARGET"\] == )"([a-z]+)"/
    var suites: [String: Set<String>] = [:]
    for file in try Repository.files(under: "Tests", extensions: ["swift"]) {
      let marks = ["FuzzRun(", "EditorFuzz(", "Replay.target", "SIGNALBOX_FUZZ_TARGET"]
      guard !["EditorFuzz", "FuzzTargetTests"].contains(file.typeName),
        marks.contains(where: file.text.containsBytes)
      else {
        continue
      }
      var suite = file.typeName
      for line in file.text.split(separator: "\n") {
        if let name = line.firstMatch(of: /struct (\w+Tests)\b/)?.1 { suite = String(name) }
        if line.containsBytes(of: "EditorFuzz(") { suites["editor", default: []].insert(suite) }
        guard let name = line.firstMatch(of: target)?.1 else { continue }
        suites[String(name), default: []].insert(suite)
      }
    }
    return suites
  }

  @Test func `each row of the table of fuzz targets contains the suites that use the target`()
    throws
  {
    #expect(try table() == suites())
  }
}
