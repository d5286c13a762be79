import Foundation
import PortableMutex

/// The checkout that these tests stand in, read from disk.
enum Repository {
  /// The folder that holds `Package.swift`.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift file in `Sources`, read once for all tests; those that documentation shows are no
  /// sources.
  static func sources() throws -> [SourceFile] { try swiftSources.get() }

  private static let swiftSources = Result {
    try files(under: "Sources", extensions: ["swift"]).filter { !$0.path.contains(".docc/") }
  }

  /// Files under a folder, in the order of their paths, without those that a build creates; none where
  /// the folder is missing.
  ///
  /// - Parameter extensions: The endings wanted, without the dot; an empty one stands for no ending.
  static func files(under folder: String, extensions: Set<String>) throws -> [SourceFile] {
    let start = root.appending(path: folder)
    guard FileManager.default.fileExists(atPath: start.path) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: start.path).sorted()
      .filter { extensions.contains(($0 as NSString).pathExtension) }
      .filter { !$0.contains(".build/") }
      .filter { isRegularFile("\(folder)/\($0)") }
      .map { try file("\(folder)/\($0)") }
  }

  /// The file, read and scanned once for all tests.
  static func file(_ path: String) throws -> SourceFile {
    if let known = known.withLock({ $0[path] }) { return known }
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    let file = SourceFile(path: path, text: text)
    known.withLock { $0[path] = file }
    return file
  }

  private static let known = Mutex<[String: SourceFile]>([:])

  /// The names of the folders directly under a folder, sorted.
  static func folders(in folder: String) throws -> [String] {
    try FileManager.default
      .contentsOfDirectory(
        at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey]
      )
      .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
      .map(\.lastPathComponent).sorted()
  }

  private static func isRegularFile(_ path: String) -> Bool {
    let values = try? root.appending(path: path).resourceValues(forKeys: [.isRegularFileKey])
    return values?.isRegularFile == true
  }
}
