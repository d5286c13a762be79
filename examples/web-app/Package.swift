// swift-tools-version: 6.2
import PackageDescription

// A separate package that depends on Signalbox as an application does. It needs no Lua, except for the
// tool that its tests start.
let package = Package(
  name: "web-app",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "signalbox", path: "../..")],
  targets: [
    .executableTarget(
      name: "web-app",
      dependencies: [
        .product(name: "Signalbox", package: "signalbox"),
        .product(name: "SignalboxRemote", package: "signalbox"),
        .product(name: "SignalboxUI", package: "signalbox"),
        .product(name: "SignalboxWeb", package: "signalbox"),
      ]),
    .testTarget(
      name: "WebAppTests",
      dependencies: [
        "web-app", .product(name: "signalbox", package: "signalbox"),
        .product(name: "SignalboxTesting", package: "signalbox"),
      ]),
  ]
)
