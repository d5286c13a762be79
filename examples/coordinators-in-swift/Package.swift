// swift-tools-version: 6.2
import PackageDescription

let signalbox = Target.Dependency.product(name: "Signalbox", package: "signalbox")
let apps = ["ALCoordinator", "ActiveLink", "ApplicationCoordinator", "Steps", "Stinsen"]

let package = Package(
  name: "coordinators-in-swift",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "signalbox", path: "../..")],
  targets: apps.map { .target(name: $0, dependencies: [signalbox]) } + [
    .executableTarget(
      name: "swift-app",
      dependencies: [
        "ALCoordinator", signalbox, .product(name: "SignalboxRemote", package: "signalbox"),
      ]),
    .testTarget(
      name: "ApplicationTests",
      dependencies: ["swift-app", .product(name: "signalbox", package: "signalbox")]),
    .testTarget(
      name: "CoordinatorTests",
      dependencies: apps.map { .target(name: $0) } + [
        .product(name: "SignalboxTesting", package: "signalbox")
      ]),
  ]
)
