// swift-tools-version: 6.2
import PackageDescription

/// Whether warnings are errors. `scripts/test` and CI set `SIGNALBOX_STRICT`.
let strict = Context.environment["SIGNALBOX_STRICT"] != nil

let swiftSettings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (strict ? [.treatAllWarnings(as: .error)] : [])

/// The folder with the modules that stand in for parts of the standard library in the program of a
/// release, or `nil` in other builds (decision 0261).
let releaseSettings: [SwiftSetting] =
  Context.environment["SIGNALBOX_RELEASE_MODULES"].map { folder in
    let flags =
      ["-disable-implicit-string-processing-module-import"]
      + ["-import-module", "ReleaseStringProcessing"]
    return [.unsafeFlags(["-I", folder] + flags.flatMap { ["-Xfrontend", $0] })]
  } ?? []

/// The settings of the modules of the program. A release optimizes them for size (decisions 0261 and
/// 0404); `scripts/signalbox` does not optimize them, because a user waits for it (decision 0263).
let programSettings: [SwiftSetting] =
  swiftSettings + releaseSettings
  + (Context.environment["SIGNALBOX_COMPACT"] != nil ? [.unsafeFlags(["-Osize"])] : [])
  + (Context.environment["SIGNALBOX_QUICK"] != nil ? [.unsafeFlags(["-Onone"])] : [])

/// Whether to optimize the targets in which tests spend most of their time. `scripts/test` sets
/// `SIGNALBOX_OPTIMIZED` (decision 0342).
let isOptimized = Context.environment["SIGNALBOX_OPTIMIZED"] != nil
let optimized: [SwiftSetting] =
  isOptimized ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []
let coreSettings = programSettings + optimized

/// Leaves out the argument parser's checks of declarations, which a debug build repeats at each
/// start, from programs that tests start (decision 0374). A test checks the declarations instead.
#if os(Linux)
  let skipsArgumentChecks = isOptimized
#else
  let skipsArgumentChecks = false
#endif
let argumentChecks =
  "$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ"

let cSettings: [CSetting] = strict ? [.treatAllWarnings(as: .error)] : []

let package = Package(
  name: "signalbox",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "Signalbox", targets: ["Signalbox"]),
    .library(name: "SignalboxUI", targets: ["SignalboxUI"]),
    .library(name: "SignalboxWeb", targets: ["SignalboxWeb"]),
    .library(name: "SignalboxScripting", targets: ["SignalboxScripting"]),
    .library(name: "SignalboxInspector", targets: ["SignalboxInspector"]),
    .library(name: "SignalboxScenarios", targets: ["SignalboxScenarios"]),
    .library(name: "SignalboxREPL", targets: ["SignalboxREPL"]),
    .library(name: "SignalboxProtocol", targets: ["SignalboxProtocol"]),
    .library(name: "SignalboxTransports", targets: ["SignalboxTransports"]),
    .library(name: "SignalboxRemote", targets: ["SignalboxRemote"]),
    .library(name: "SignalboxTesting", targets: ["SignalboxTesting"]),
    .library(name: "SignalboxScriptTesting", targets: ["SignalboxScriptTesting"]),
    .library(name: "SignalboxHeapMeter", targets: ["CHeapMeter"]),
    .executable(name: "signalbox", targets: ["SignalboxCLI"]),
  ],
  traits: [
    .default(enabledTraits: ["TestFrameworks"]),
    .trait(
      name: "TestFrameworks",
      description: "Fixtures report failures to Swift Testing and XCTest."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    // Layer 0
    // Replaces the allocation functions of programs that link it, to count their heap.
    .target(name: "CHeapMeter", cSettings: cSettings),
    .systemLibrary(
      name: "CLua",
      pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]
    ),
    .target(
      name: "CLuaShim", dependencies: ["CLua"],
      cSettings: cSettings
        + (isOptimized ? [.unsafeFlags(["-O1"], .when(configuration: .debug))] : [])),
    // A mutex for platforms that lack the mutex of the standard library.
    .target(
      name: "PortableMutex", dependencies: ["SystemLibrary"], swiftSettings: swiftSettings),
    .target(name: "TextCells", swiftSettings: swiftSettings),
    .target(name: "SystemLibrary", swiftSettings: swiftSettings),
    .target(name: "CTerminal", cSettings: cSettings),
    .target(name: "CFolders", cSettings: cSettings),
    .target(
      name: "LineEditor",
      dependencies: ["CTerminal", "PortableMutex", "SystemLibrary", "TextCells"],
      swiftSettings: programSettings),
    .target(
      name: "Signalbox",
      dependencies: [
        "PortableMutex",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: coreSettings
    ),

    // Layer 1
    .target(
      name: "SignalboxProtocol", dependencies: ["PortableMutex", "Signalbox"],
      swiftSettings: programSettings),
    .target(
      name: "SignalboxTransports",
      dependencies: ["PortableMutex", "SignalboxProtocol", "SystemLibrary"],
      swiftSettings: programSettings),
    .target(
      name: "LuaRuntime",
      dependencies: ["CLua", "CLuaShim", "PortableMutex"],
      swiftSettings: coreSettings
    ),
    .target(name: "SignalboxUI", dependencies: ["Signalbox"], swiftSettings: swiftSettings),
    .target(
      name: "SignalboxInspector",
      dependencies: ["Signalbox", "TextCells"],
      swiftSettings: programSettings,
      plugins: ["EmbedPlugins"]
    ),

    // Pages on the loopback interface; the program and SignalboxWeb use it.
    .target(
      name: "SignalboxWebSocket",
      dependencies: ["PortableMutex", "SignalboxProtocol", "SignalboxTransports"],
      swiftSettings: programSettings),

    // Layer 2
    .target(
      name: "SignalboxWeb",
      dependencies: [
        "Signalbox", "SignalboxInspector", "SignalboxProtocol", "SignalboxTransports",
        "SignalboxUI", "SignalboxWebSocket",
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "SignalboxTesting",
      dependencies: ["PortableMutex", "Signalbox", "SignalboxInspector"],
      swiftSettings: swiftSettings
    ),
    .target(
      name: "SignalboxScripting",
      dependencies: ["Signalbox", "LuaRuntime", "SignalboxInspector"],
      swiftSettings: coreSettings,
      plugins: ["EmbedPlugins"]
    ),
    // Embeds the bundled plugins and the inspector's pages, as text, and the version of a release.
    // Not in the default folder, whose name differs from `plugins` only in case.
    .plugin(
      name: "EmbedPlugins", capability: .buildTool(), dependencies: ["EmbedTool"],
      path: "BuildTools/EmbedPlugins"),
    .executableTarget(
      name: "EmbedTool", dependencies: ["SystemLibrary"], swiftSettings: swiftSettings),

    .target(
      name: "SignalboxRemote",
      dependencies: ["Signalbox", "SignalboxProtocol", "SignalboxTransports", "SystemLibrary"],
      swiftSettings: swiftSettings),

    // Layer 3
    .target(
      name: "SignalboxScenarios",
      dependencies: ["PortableMutex", "Signalbox", "SignalboxInspector", "SignalboxScripting"],
      swiftSettings: programSettings
    ),

    // Layer 4
    .target(
      name: "SignalboxFiles",
      dependencies: [
        "CFolders", "PortableMutex", "SystemLibrary", "SignalboxScripting", "SignalboxScenarios",
      ],
      swiftSettings: programSettings
    ),
    .target(
      name: "SignalboxREPL",
      dependencies: [
        "LineEditor", "PortableMutex", "Signalbox", "SignalboxDebugging", "SignalboxInspector",
        "SignalboxProtocol", "SignalboxScripting", "SignalboxScenarios", "SignalboxTransports",
      ],
      swiftSettings: programSettings
    ),
    // The Debug Adapter Protocol, for the program and remote sessions.
    .target(
      name: "SignalboxDebugging",
      dependencies: [
        "PortableMutex", "Signalbox", "SignalboxInspector", "SignalboxProtocol",
        "SignalboxScripting", "SignalboxScenarios", "SignalboxTransports",
      ],
      swiftSettings: programSettings
    ),
    .target(
      name: "SignalboxScriptTesting",
      dependencies: [
        "Signalbox", "SignalboxInspector", "SignalboxScripting", "SignalboxScenarios",
        "SignalboxFiles", "SignalboxTesting",
      ],
      swiftSettings: swiftSettings
    ),

    // Layer 5
    .executableTarget(
      name: "SignalboxCLI",
      dependencies: [
        "CHeapMeter", "CTerminal", "LineEditor", "PortableMutex", "Signalbox",
        "SignalboxDebugging", "SignalboxInspector", "SignalboxProtocol", "SignalboxScripting",
        "SignalboxScenarios",
        "SignalboxFiles", "SignalboxREPL", "SignalboxTransports",
        "SignalboxWebSocket", "SystemLibrary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: programSettings
        + (skipsArgumentChecks ? [.define("SKIPS_ARGUMENT_CHECKS")] : []),
      linkerSettings: skipsArgumentChecks
        ? [.unsafeFlags(["-Xlinker", "--wrap=\(argumentChecks)"])] : [],
      plugins: ["EmbedPlugins"]
    ),

    // Tests
    .testTarget(
      name: "PortableMutexTests", dependencies: ["PortableMutex"], swiftSettings: swiftSettings),
    .testTarget(
      name: "LuaRuntimeTests",
      // CLua: only to compare our library with Lua's own library.
      dependencies: ["LuaRuntime", "CLua", "PortableMutex"],
      exclude: ["Cases"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "LineEditorTests",
      dependencies: ["LineEditor", "EditorHost", "SeededRandom", "TmuxDriver"],
      swiftSettings: swiftSettings),
    // A program with the line editor, for tests that type in a terminal.
    .executableTarget(
      name: "EditorHost", dependencies: ["LineEditor"], path: "Tests/EditorHost",
      swiftSettings: swiftSettings),
    // Random numbers that depend only on a seed.
    .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: swiftSettings),
    .target(name: "TmuxDriver", path: "Tests/TmuxDriver", swiftSettings: swiftSettings),
    .testTarget(
      name: "SignalboxTests",
      // Scripting: only to run the scripts that reproduce failing sequences. REPL: only for the fuzz
      // tests of its messages. Scenarios: only for the fuzz tests of its readers.
      dependencies: [
        "SeededRandom", "Signalbox", "SignalboxProtocol", "SignalboxScripting",
        "SignalboxScenarios", "SignalboxREPL", "SignalboxTransports", "SignalboxWebSocket",
      ],
      exclude: ["Applications", "Golden"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SignalboxUITests", dependencies: ["SeededRandom", "Signalbox", "SignalboxUI"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SignalboxProtocolTests",
      dependencies: ["PortableMutex", "Signalbox", "SignalboxProtocol", "SignalboxTransports"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SignalboxWebSocketTests",
      dependencies: [
        "Signalbox", "SignalboxProtocol", "SignalboxTransports", "SignalboxWebSocket",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SignalboxWebTests",
      // WebHost: only so that it is built with the tests.
      dependencies: [
        "SeededRandom", "Signalbox", "SignalboxProtocol", "SignalboxTransports", "SignalboxUI",
        "SignalboxWeb", "SignalboxWebSocket", "WebHost",
      ],
      swiftSettings: swiftSettings),
    // An application with asynchronous work and a session in a separate process, for tests in a browser.
    .executableTarget(
      name: "BankHost",
      dependencies: ["Signalbox", "SignalboxREPL", "SignalboxScripting", "SignalboxTransports"],
      path: "Tests/BankHost", swiftSettings: swiftSettings),
    // An application as a web page in a separate process, for tests in a browser.
    .executableTarget(
      name: "WebHost", dependencies: ["Signalbox", "SignalboxUI", "SignalboxWeb"],
      path: "Tests/WebHost", swiftSettings: swiftSettings),
    .testTarget(
      name: "SignalboxInspectorTests",
      dependencies: ["SeededRandom", "Signalbox", "SignalboxInspector"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SignalboxScriptingTests",
      dependencies: ["CHeapMeter", "Signalbox", "SignalboxScripting"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SignalboxScenariosTests",
      dependencies: [
        "PortableMutex", "SeededRandom", "Signalbox", "SignalboxScripting", "SignalboxScenarios",
      ],
      exclude: ["Broken", "Golden", "PlantedBugs", "Readers"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SignalboxDebuggingTests",
      dependencies: [
        "PortableMutex", "Signalbox", "SignalboxDebugging", "SignalboxProtocol",
        "SignalboxScenarios", "SignalboxScripting",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SignalboxREPLTests",
      dependencies: [
        "LineEditor", "PortableMutex", "SeededRandom", "Signalbox", "SignalboxProtocol",
        "SignalboxScripting", "SignalboxScenarios", "SignalboxREPL", "SignalboxTransports",
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SignalboxFilesTests", dependencies: ["PortableMutex", "SignalboxFiles"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SignalboxTestingTests",
      dependencies: [
        "CHeapMeter", "PortableMutex", "Signalbox", "SignalboxScripting", "SignalboxScriptTesting",
        "SignalboxTesting",
      ],
      exclude: [
        "Documentation/Scenarios", "Documentation/plugins",
        "Migration/HandWritten", "Page", "Samples", "Scenarios", "Scripts", "Tutorial/Scenarios",
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SignalboxCLITests",
      // ScriptTesting: one table tests the guarantees of both hosts.
      dependencies: [
        "CHeapMeter", "PortableMutex", "ReleaseFoundation", "ReleaseStringProcessing", "RemoteShop",
        "SeededRandom", "Signalbox", "SignalboxCLI", "SignalboxProtocol", "SignalboxREPL",
        "SignalboxScenarios",
        "SignalboxScripting", "SignalboxScriptTesting", "SignalboxTransports", "TerminalShim",
        "TmuxDriver",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Faults/faults.c", "Golden"],
      swiftSettings: swiftSettings
    ),
    // An application in a separate process, for tests of `signalbox test --app`.
    .executableTarget(
      name: "RemoteShop",
      dependencies: ["Signalbox", "SignalboxProtocol", "SignalboxRemote", "SignalboxTransports"],
      path: "Tests/RemoteShop",
      exclude: ["shop.lua", "shop.scenario.lua"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PerformanceTests",
      dependencies: ["CHeapMeter", "Signalbox", "SignalboxScripting", "SignalboxScenarios"],
      swiftSettings: swiftSettings + (isOptimized ? [.define("OPTIMIZED")] : [])
    ),
    // The replacements for Foundation and for string processing in the program of a release
    // (decision 0261), to compare them with the originals.
    .target(
      name: "ReleaseFoundation", path: "packaging/FoundationEssentials",
      swiftSettings: swiftSettings),
    .target(
      name: "ReleaseStringProcessing", path: "packaging/StringProcessing",
      swiftSettings: swiftSettings),
    .target(name: "TerminalShim", path: "Tests/TerminalShim", cSettings: cSettings),
    .testTarget(
      name: "RepositoryTests", dependencies: ["PortableMutex"], swiftSettings: swiftSettings),
  ]
)
