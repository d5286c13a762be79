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
  name: "bookshelf",
  platforms: [.macOS(.v13)],
  products: [.library(name: "Bookshelf", targets: ["Bookshelf"])],
  dependencies: [.package(name: "signalbox", path: "../..")],
  targets: [
    .target(
      name: "Bookshelf", dependencies: [.product(name: "Signalbox", package: "signalbox")],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "BookshelfTests",
      dependencies: [
        "Bookshelf", .product(name: "Signalbox", package: "signalbox"),
        .product(name: "SignalboxScripting", package: "signalbox"),
        .product(name: "SignalboxScriptTesting", package: "signalbox"),
      ],
      exclude: ["Scenarios", "Failing", "Stubs"], swiftSettings: swiftSettings),
  ]
)
