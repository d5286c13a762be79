// swift-tools-version: 6.2
import PackageDescription

// A separate package that depends on Signalbox as an application does.

let strict = Context.environment["SIGNALBOX_STRICT"] != nil

let swiftSettings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (strict ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
  name: "terminal-app",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "signalbox", path: "../..")],
  targets: [
    // The stage and the player. They do not depend on a terminal, so that tests can compare every
    // frame.
    .target(
      name: "TerminalStage",
      dependencies: [
        .product(name: "Signalbox", package: "signalbox"),
        .product(name: "SignalboxInspector", package: "signalbox"),
        .product(name: "SignalboxScripting", package: "signalbox"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "terminal-app",
      dependencies: [
        "TerminalStage", .product(name: "SignalboxREPL", package: "signalbox"),
        .product(name: "SignalboxScripting", package: "signalbox"),
        .product(name: "SignalboxTransports", package: "signalbox"),
      ], swiftSettings: swiftSettings),
    // Types into the program and reads its screen, as the tests of Signalbox's own prompt do (a
    // link).
    .target(
      name: "TerminalDriver", path: "Tests/TerminalDriver", swiftSettings: swiftSettings),
    .testTarget(
      name: "TerminalAppTests",
      dependencies: [
        "TerminalStage", "TerminalDriver", "terminal-app",
        .product(name: "signalbox", package: "signalbox"),
        .product(name: "Signalbox", package: "signalbox"),
        .product(name: "SignalboxScripting", package: "signalbox"),
      ],
      exclude: ["Golden"], swiftSettings: swiftSettings),
  ]
)
