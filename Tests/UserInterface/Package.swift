// swift-tools-version: 6.2
import PackageDescription

// Compiles SignalboxUI a second time, with stand-ins for UIKit and SwiftUI that follow the
// documented callback order. The files for these platforms are thus type-checked and tested on
// Linux. This is a separate package, because modules with these names must not be visible to the
// sources of Signalbox.

let root = Context.environment["SIGNALBOX_ROOT"] ?? "../.."

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "user-interface",
  platforms: [.macOS(.v14)],
  products: [
    // Used by examples with front ends for both platforms.
    .library(name: "StandIns", targets: ["UIKit", "SwiftUI", "SignalboxUIOnStandIns"])
  ],
  dependencies: [.package(name: "signalbox", path: root)],
  targets: [
    .target(name: "UIKit", path: "StandIns/UIKit", swiftSettings: settings),
    .target(
      name: "SwiftUI", dependencies: ["UIKit"], path: "StandIns/SwiftUI", swiftSettings: settings),
    // The folders are links to folders of the main package.
    .target(
      name: "SignalboxUIOnStandIns",
      dependencies: ["UIKit", "SwiftUI", .product(name: "Signalbox", package: "signalbox")],
      path: "Links/SignalboxUI", swiftSettings: settings),
    .target(name: "SeededRandom", path: "Links/SeededRandom", swiftSettings: settings),
    .testTarget(
      name: "UserInterfaceTests",
      dependencies: [
        "SignalboxUIOnStandIns", "SeededRandom",
        .product(name: "Signalbox", package: "signalbox"),
        .product(name: "SignalboxTesting", package: "signalbox"),
      ],
      path: "Tests",
      // Swift Testing has overlays for modules with these names.
      swiftSettings: settings + [
        .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])
      ]),
  ]
)
