import Foundation
import Testing

/// Runs every example as a reader would run it, and compares its whole output.
///
/// The output of a script is in a file of the same name that ends in `.out`. Only files with
/// definitions (`app.lua`) and with scenarios have no output file. `RECORD=1` writes the outputs
/// again. The plugin example is a separate project that runs in its folder (``PluginGuideTests``).
/// Examples with a `Package.swift` are separate packages with their own tests (`scripts/examples`).
struct ExampleTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "examples")

  private static func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path)
    return (all?.compactMap { $0 as? String } ?? []).filter {
      $0.hasSuffix(".lua") && !$0.hasSuffix(".scenario.lua") && !$0.hasSuffix(".properties.lua")
        && !["plugin", "terminal-app", "embedding"].contains($0.prefix { $0 != "/" })
    }.sorted()
  }

  private static let scripts = files().filter { !$0.hasSuffix("app.lua") }
  private static let definitions = files().filter { $0.hasSuffix("app.lua") }

  @Test func `the repository has examples with one file and examples of applications`() {
    let tours = [
      "activelink", "application-coordinator", "deeplink", "instructor", "onboarding",
      "shop", "steps", "stinsen",
    ]
    #expect(Set(Self.scripts).isSuperset(of: ["hello.lua"] + tours.map { "\($0)/tour.lua" }))
    #expect(Set(Self.definitions).isSuperset(of: tours.map { "\($0)/app.lua" }))
  }

  @Test(arguments: scripts) func `each example prints the documented output`(
    script: String
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = Self.folder.appending(path: script)
    let expected = path.deletingPathExtension().appendingPathExtension("out")

    let result = try tool.run("run", path.path)
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(result.output.utf8).write(to: expected)
    }

    #expect(result == Tool.Result(String(decoding: try Data(contentsOf: expected), as: UTF8.self)))
  }

  @Test(arguments: [
    "activelink/activelink", "alcoordinator/alcoordinator",
    "application-coordinator/application-coordinator", "coordinators-in-swift/Model/alcoordinator",
    "deeplink/deeplink", "instructor/instructor", "onboarding/onboarding", "plugin/plugin",
    "shop/shop", "steps/steps", "stinsen/stinsen", "terminal-app/gift", "web-app/Model/cafe",
  ])
  func `the properties of each example hold on every path`(name: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = Self.folder.appending(path: "\(name).properties.lua")
    // The model of terminal-app extends the shop.
    let folder =
      name.hasPrefix("terminal-app")
      ? Self.folder.appending(path: "shop") : path.deletingLastPathComponent()
    let result = try tool.run(["explore", "--no-write", path.path], in: folder)
    #expect(result.code == 0, "\(result)")
    #expect(result.errors == "")
    #expect(!result.output.contains("✗"))
  }

  /// The folders with definitions that have no properties, because the coordinators of the application
  /// are partly written in Swift, and therefore only exist in its tests.
  private static let partial: Set = ["embedding/Scripts"]

  @Test func `each application has a file with properties`() {
    let all = FileManager.default.enumerator(atPath: Self.folder.path)
    let paths = all?.compactMap { $0 as? String } ?? []
    func folders(_ ending: String) -> Set<String> {
      Set(
        paths.filter { $0.hasSuffix(ending) }
          .map { $0.split(separator: "/").dropLast().joined(separator: "/") })
    }
    let explored = folders(".properties.lua")
    #expect(folders("app.lua").subtracting(explored) == Self.partial)
  }

  @Test(arguments: definitions)
  func `loading the definitions of an example prints no text and shows no screen`(
    definitions: String
  ) throws {
    let path = Self.folder.appending(path: definitions)
    let tool = try Tool([
      "app.lua": String(decoding: try Data(contentsOf: path), as: UTF8.self),
      "probe.lua":
        "require 'app' print(app.name, app.main, app.front, #app:layers(), #app:events())",
    ])
    defer { tool.remove() }

    let result = try tool.run("run", "probe.lua")
    #expect(result.output.hasSuffix(" demo\tnil\tnil\t0\t0\n"))
    #expect(result == Tool.Result(result.output))
  }
}
