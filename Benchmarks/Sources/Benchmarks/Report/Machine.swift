import Foundation

/// The machine on which the figures were measured.
struct Machine: Codable {
  let swift, lua, commit, kernel, processor: String
  let date: String

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let given = { (name: String) in environment["BENCHMARK_\(name)"] ?? "unknown" }
    swift = given("SWIFT")
    lua = given("LUA")
    commit = given("COMMIT")
    kernel = given("KERNEL")
    processor = given("CPU")
    date = given("DATE")
  }

  var lines: [String] {
    ["commit \(commit), \(date)", "\(swift), \(lua)", "\(processor), \(kernel)"]
  }
}
