// swift-tools-version: 6.2
import PackageDescription

// The benchmarks are a separate package, which is invisible to packages that depend on Signalbox
// (decision 0075).

let strict = Context.environment["SIGNALBOX_STRICT"] != nil

let swiftSettings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (strict ? [.treatAllWarnings(as: .error)] : [])

let cSettings: [CSetting] = strict ? [.treatAllWarnings(as: .error)] : []

let package = Package(
  name: "signalbox-benchmarks",
  platforms: [.macOS(.v15)],
  // The trait is disabled, because the test frameworks have no static libraries (decision 0153).
  dependencies: [.package(name: "signalbox", path: "..", traits: [])],
  targets: [
    .systemLibrary(
      name: "CBenchmarkLua",
      pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]
    ),
    .target(name: "CBaseline", dependencies: ["CBenchmarkLua"], cSettings: cSettings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CBaseline",
        .product(name: "Signalbox", package: "signalbox"),
        .product(name: "SignalboxScenarios", package: "signalbox"),
        .product(name: "SignalboxScripting", package: "signalbox"),
        .product(name: "SignalboxScriptTesting", package: "signalbox"),
        .product(name: "SignalboxProtocol", package: "signalbox"),
        .product(name: "SignalboxTransports", package: "signalbox"),
      ],
      swiftSettings: swiftSettings
    ),
  ]
)
