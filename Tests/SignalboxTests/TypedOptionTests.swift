import Foundation
import Testing

#if os(Linux)
  private let canCompile = true
#else
  private let canCompile = false
#endif

/// The functions of a typed router have no parameters for unsupported options.
@Suite(.enabled(if: canCompile, "modules are in the folders of Linux"))
struct TypedOptionTests {
  private static let fitting = [
    "try router.navigate(to: .home, style: .sheet, animated: false, isSingleTop: true)",
    "try router.present(.home, style: .fullScreen, hasOwnStack: true, onDismiss: { _ in })",
    "try router.startFlow(at: .home, keepsLayers: true)",
    "try router.setRoot(.home, keepsStack: true)",
    "try router.pop(2, animated: false, completion: { _ in })",
    "try router.select(page: \"me\", completion: { _ in })",
    "try router.select(page: Tab.me)",
    "try router.setBadge(of: Tab.me, to: \"1\")",
    "try router.setPages(nil, current: Tab.me)",
    "try router.setPages(nil, current: \"me\")",
    "try router.setPages(nil)",
    "_ = router.currentPage(as: Tab.self) == .me",
  ]

  private static let unfit = [
    "try router.pop(style: .sheet)",
    "try router.select(page: \"me\", animated: false)",
    "try router.back(onDismiss: { _ in })",
    "try router.startFlow(at: .home, isSingleTop: true)",
    "try router.setRoot(.home, style: .sheet)",
    "try router.dismiss(keepsStack: true)",
    "try router.popToRoot(hasOwnStack: true)",
    "try router.navigate(to: .home, keepsLayers: true)",
    "try router.setBadge(of: \"me\", to: \"1\", animated: false)",
    "try router.select(page: Tab.my)",
    "try router.setBadge(of: Tab.my, to: \"1\")",
    "try router.setPages(nil, current: Tab.my)",
    "_ = router.currentPage(as: Tab.self) == .my",
  ]

  @Test func `code with options that an operation supports compiles`() throws {
    #expect(try rejected(of: Self.fitting) == [])
  }

  @Test func `code with options that an operation does not support does not compile`() throws {
    #expect(try rejected(of: Self.unfit) == Self.unfit)
  }

  /// Type-checks statements that use a typed router, and returns the statements with errors.
  private func rejected(of statements: [String]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = """
      import Signalbox

      enum HomeRoute: Route, CaseIterable, Codable { case home }
      enum Tab: String { case me }

      func use(_ router: Router<HomeRoute>) throws {
        \(statements.joined(separator: "\n  "))
      }
      """
    let file = folder.appending(path: "use.swift")
    try Data(source.utf8).write(to: file)
    let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "Modules").path

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules, file.path]
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let errors = String(decoding: data, as: UTF8.self).split(separator: "\n").filter {
      $0.hasPrefix(file.path) && $0.contains(": error: ")
    }
    let lines = Set(
      errors.compactMap { Int($0.dropFirst(file.path.count + 1).prefix { $0 != ":" }) })
    return statements.enumerated().filter { lines.contains($0.offset + 7) }.map(\.element)
  }
}
