// swift-tools-version: 6.2
import PackageDescription

#if os(Linux)
  // The stand-ins for UIKit and SwiftUI, and the part of SignalboxUI that uses them.
  let platform: [Package.Dependency] = [
    .package(name: "user-interface", path: "../../Tests/UserInterface")
  ]
  let interface = Target.Dependency.product(name: "StandIns", package: "user-interface")
#else
  let platform: [Package.Dependency] = []
  let interface = Target.Dependency.product(name: "SignalboxUI", package: "signalbox")
#endif

let signalbox = Target.Dependency.product(name: "Signalbox", package: "signalbox")
let settings: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "notes",
  platforms: [.macOS(.v14), .iOS(.v17)],
  // Xcode creates a scheme for each product.
  products: [.library(name: "Stages", targets: ["Notes", "Stage1", "Stage2", "Stage3"])],
  dependencies: [.package(name: "signalbox", path: "../..")] + platform,
  targets: [
    .target(name: "Notes", dependencies: [interface], swiftSettings: settings),
    .target(name: "Stage1", dependencies: ["Notes", interface], swiftSettings: settings),
    .target(
      name: "Stage2", dependencies: ["Notes", "Stage1", signalbox, interface],
      swiftSettings: settings),
    .target(
      name: "Stage3", dependencies: ["Notes", signalbox, interface], swiftSettings: settings),
    // The applications, one for each front end.
    .executableTarget(
      name: "NotesApp", dependencies: ["Notes", "Stage2", "Stage3", interface],
      swiftSettings: settings),
    .executableTarget(
      name: "NotesUIKitApp", dependencies: ["Notes", "Stage2", "Stage3", interface],
      swiftSettings: settings),
    .testTarget(
      name: "NotesTests",
      dependencies: [
        "Notes", "Stage1", "Stage2", "Stage3", "NotesApp", "NotesUIKitApp", interface,
        .product(name: "SignalboxTesting", package: "signalbox"),
      ],
      // Swift Testing has overlays for modules with the names of the stand-ins.
      swiftSettings: settings + [
        .unsafeFlags(
          ["-Xfrontend", "-disable-cross-import-overlays"], .when(platforms: [.linux]))
      ]),
  ]
)
