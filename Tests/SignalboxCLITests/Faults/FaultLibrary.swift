#if os(Linux)
  import Foundation
  import Testing

  /// The library that makes system calls fail. See `faults.c`.
  enum FaultLibrary {
    /// Compiled once.
    static let shared = Result<URL, any Error> {
      let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "faults.c")
      let library = FileManager.default.temporaryDirectory
        .appending(path: "faults-\(UUID().uuidString).so")
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "clang", "-shared", "-fPIC", "-O1", "-o", library.path, source.path, "-ldl",
      ]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return library
    }

    /// Returns the environment variables that make one call fail.
    ///
    /// - Parameter note: The file for the name of the failed call. The library writes this file.
    static func environment(
      _ number: Int, _ code: Int32, note: URL, onlySockets: Bool = false
    ) throws -> [String: String] {
      var environment = [
        "LD_PRELOAD": try shared.get().path, "FAULT_AT": "\(number)", "FAULT_CODE": "\(code)",
        "FAULT_NOTE": note.path,
      ]
      if onlySockets { environment["FAULT_SCOPE"] = "sockets" }
      return environment
    }
  }
#endif
