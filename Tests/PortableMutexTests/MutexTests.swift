import Dispatch
import Foundation
import PortableMutex
import Testing

struct MutexTests {
  @Test func `a mutex lets threads change its value one at a time`() {
    let numbers = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<1000 { numbers.withLock { $0.append(1000 * thread + number) } }
    }
    #expect(numbers.withLock { $0.sorted() } == Array(0..<4000))
  }

  @Test func `a mutex rethrows the error of its body and releases the lock`() {
    struct Failure: Error {}
    let number = Mutex(1)
    #expect(throws: Failure.self) {
      try number.withLock { number throws(Failure) in
        number = 2
        throw Failure()
      }
    }
    #expect(number.withLock { $0 } == 2)
  }

  #if os(Linux)
    /// The part for Apple's platforms is compiled with a module `os` that contains the same lock.
    /// The compiled program counts on several threads. This part has never been compiled with an
    /// Apple SDK.
    @Test func `the mutex for Apple's platforms compiles and counts correctly on several threads`()
      throws
    {
      let folder = FileManager.default.temporaryDirectory.appending(path: "mutex-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let standIn = """
        import Glibc

        public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
          let address: UnsafeMutablePointer<pthread_mutex_t>
        }

        extension OSAllocatedUnfairLock where State == Void {
          public init() {
            address = .allocate(capacity: 1)
            pthread_mutex_init(address, nil)
          }

          @available(*, noasync) public func lock() { pthread_mutex_lock(address) }
          @available(*, noasync) public func unlock() { pthread_mutex_unlock(address) }
        }
        """
      let program = """
        import Dispatch

        let count = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
          for _ in 0..<1000 { count.withLock { $0 += 1 } }
        }
        print(count.withLock { $0 })
        """
      try Data(standIn.utf8).write(to: folder.appending(path: "os.swift"))
      try Data(program.utf8).write(to: folder.appending(path: "main.swift"))
      let own = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/PortableMutex/Mutex.swift").standardized.path

      let strict = ["-swift-version", "6", "-warnings-as-errors"]
      #expect(
        try run(
          [
            "swiftc", "os.swift", "-module-name", "os", "-parse-as-library", "-emit-module",
            "-emit-object",
          ] + strict,
          in: folder) == "")
      #expect(
        try run(
          [
            "swiftc", own, "main.swift", "os.o", "-I", ".", "-module-name", "Program", "-o",
            "program",
          ]
            + strict + ["-package-name", "signalbox"], in: folder) == "")
      #expect(try run(["./program"], in: folder) == "4000\n")
    }

    private func run(_ words: [String], in folder: URL) throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = words
      process.currentDirectoryURL = folder
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
  #endif
}
