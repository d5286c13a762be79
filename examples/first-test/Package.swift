// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "account",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "Account", targets: ["Account"])],
  dependencies: [.package(name: "signalbox", path: "../..")],
  targets: [
    .target(name: "Account", dependencies: [.product(name: "Signalbox", package: "signalbox")]),
    .testTarget(
      name: "AccountTests",
      dependencies: ["Account", .product(name: "SignalboxTesting", package: "signalbox")]),
  ]
)
