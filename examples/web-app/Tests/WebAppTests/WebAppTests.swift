import Foundation
import Testing

/// Tests that the scenarios of the model pass on the application in a separate process.
@Suite struct WebAppTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the path of a program that is built next to the tests.
  private static func program(_ name: String) -> String {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    #else
      let tests: URL? = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    #endif
    return tests?.deletingLastPathComponent().appending(path: name).path ?? name
  }

  @Test(arguments: [
    [], ["--app", program("web-app")], ["--app", program("web-app"), "--compare"],
  ])
  func `the scenarios pass on the model, on the application, and on both`(
    options: [String]
  ) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: Self.program("signalbox"))
    process.arguments = ["test", "--trace", "off", "Model"] + options
    process.currentDirectoryURL = Self.package
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("3 passed"), "\(text)")
  }
}
