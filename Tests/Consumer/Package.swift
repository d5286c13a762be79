// swift-tools-version: 6.2
import PackageDescription

// An external package that uses each product of Signalbox separately. scripts/examples copies it
// out of the repository, so that only public API is available. SIGNALBOX_ROOT is the path of the
// repository.

let root = Context.environment["SIGNALBOX_ROOT"] ?? "../.."
/// If `SIGNALBOX_WITHOUT_LUA` is set, the products that need Lua are omitted.
let withoutLua = Context.environment["SIGNALBOX_WITHOUT_LUA"] != nil

func tests(
  _ name: String, _ products: String..., exclude: [String] = [], settings: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: "\(name)ConsumerTests",
    dependencies: products.map { .product(name: $0, package: "signalbox") },
    path: "Tests/\(name)", exclude: exclude,
    swiftSettings: [.treatAllWarnings(as: .error)] + settings)
}

let package = Package(
  name: "consumer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "signalbox", path: root)],
  targets: [
    tests("Engine", "Signalbox"), tests("Inspector", "Signalbox", "SignalboxInspector"),
    tests("Fixtures", "Signalbox", "SignalboxTesting", exclude: ["snapshots"]),
    tests("Protocol", "Signalbox", "SignalboxProtocol"),
    tests("Remote", "Signalbox", "SignalboxRemote", settings: [.defaultIsolation(MainActor.self)]),
    tests(
      "Web", "Signalbox", "SignalboxTransports", "SignalboxUI", "SignalboxWeb",
      settings: [.defaultIsolation(MainActor.self)]),
    // As in applications that Xcode creates, the main actor is the default isolation.
    tests("MainActor", "Signalbox", settings: [.defaultIsolation(MainActor.self)]),
    tests(
      "UserInterface", "Signalbox", "SignalboxUI", settings: [.defaultIsolation(MainActor.self)]),
  ]
    + (withoutLua
      ? []
      : [
        tests("Scripting", "Signalbox", "SignalboxScripting"),
        tests("Scenarios", "SignalboxScenarios", "SignalboxScripting"),
        tests("REPL", "SignalboxREPL", "SignalboxScripting", "SignalboxTransports"),
        tests("ScriptFixtures", "SignalboxScriptTesting", exclude: ["Scripts"]),
        tests(
          "MainActorScenarios", "Signalbox", "SignalboxScriptTesting", exclude: ["Scenarios"],
          settings: [.defaultIsolation(MainActor.self)]),
        tests("HeapMeter", "SignalboxHeapMeter"),
      ])
)
