// swift-tools-version: 6.2
import PackageDescription

/// Warnings stop the build where `SIGNALBOX_STRICT` is set, as `scripts/test` and CI do.
let strict = Context.environment["SIGNALBOX_STRICT"] != nil

let swiftSettings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (strict ? [.treatAllWarnings(as: .error)] : [])

let cSettings: [CSetting] = strict ? [.treatAllWarnings(as: .error)] : []

let package = Package(
  name: "signalbox",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Signalbox", targets: ["Signalbox"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    // Layer 0
    .systemLibrary(
      name: "CLua",
      pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]
    ),
    .target(name: "CLuaShim", dependencies: ["CLua"], cSettings: cSettings),
    .target(
      name: "Signalbox",
      dependencies: [
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: swiftSettings
    ),

    // Layer 1
    .target(
      name: "LuaRuntime",
      dependencies: ["CLua", "CLuaShim"],
      swiftSettings: swiftSettings
    ),

    // Tests
    .testTarget(
      name: "LuaRuntimeTests",
      // CLua: only to compare our library with Lua's own.
      dependencies: ["LuaRuntime", "CLua"],
      exclude: ["Cases"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SignalboxTests",
      dependencies: ["Signalbox"],
      swiftSettings: swiftSettings
    ),
  ]
)
