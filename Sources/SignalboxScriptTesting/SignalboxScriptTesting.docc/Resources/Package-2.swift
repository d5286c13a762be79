// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(path: "../signalbox")],
  targets: [
    .target(name: "Shop", dependencies: [.product(name: "Signalbox", package: "signalbox")]),
    .testTarget(
      name: "ShopTests",
      dependencies: [
        "Shop",
        .product(name: "Signalbox", package: "signalbox"),
        .product(name: "SignalboxScriptTesting", package: "signalbox"),
      ],
      exclude: ["Scenarios"]),
  ]
)
