import Foundation
import PortableMutex

/// The checkout that contains these tests, read from disk.
enum Repository {
  /// The folder that contains `Package.swift`.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift file in `Sources`, read once for all tests. Files in documentation catalogs are
  /// not included.
  static func sources() throws -> [SourceFile] { try swiftSources.get() }

  private static let swiftSources = Result {
    try files(under: "Sources", extensions: ["swift"]).filter { !$0.path.contains(".docc/") }
  }

  /// Returns the files in a folder, in the order of their paths, without build products. Returns no
  /// files if the folder is missing.
  ///
  /// - Parameter extensions: The file name extensions, without the dot. An empty string represents
  ///   no extension.
  static func files(under folder: String, extensions: Set<String>) throws -> [SourceFile] {
    let start = root.appending(path: folder)
    guard FileManager.default.fileExists(atPath: start.path) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: start.path).sorted()
      .filter { extensions.contains(($0 as NSString).pathExtension) }
      .filter { !$0.contains(".build/") }
      .filter { isRegularFile("\(folder)/\($0)") }
      .map { try file("\(folder)/\($0)") }
  }

  /// Returns the file. Each file is read and scanned once for all tests.
  static func file(_ path: String) throws -> SourceFile {
    if let known = known.withLock({ $0[path] }) { return known }
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    let file = SourceFile(path: path, text: text)
    known.withLock { $0[path] = file }
    return file
  }

  private static let known = Mutex<[String: SourceFile]>([:])

  /// Returns the sorted names of the subfolders of a folder.
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
