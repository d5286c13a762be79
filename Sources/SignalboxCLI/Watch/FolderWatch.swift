internal import SystemLibrary

/// Reports possible changes in folders.
protocol FolderWatch: AnyObject {
  /// A descriptor that becomes readable after a change, or `nil` if the system provides no
  /// notifications.
  var descriptor: Int32? { get }

  /// Watches exactly the given folders.
  func watch(_ folders: Set<String>)

  /// The number of existing folders for which the system sends no notifications, and the reason, or
  /// `nil` if there are none.
  var unwatched: (count: Int, reason: String)? { get }

  /// Returns the paths that have changed since the last call, as far as they are known.
  func take() -> Set<String>
}

enum FolderWatches {
  /// Returns the best implementation for the current system.
  static func make() -> any FolderWatch {
    #if canImport(Glibc)
      if let watch = InotifyWatch() { return watch }
    #endif
    return UnaidedWatch()
  }
}

/// An implementation for systems without notifications, where the files are polled.
private final class UnaidedWatch: FolderWatch {
  let descriptor: Int32? = nil
  /// All files are polled.
  let unwatched: (count: Int, reason: String)? = nil
  func watch(_ folders: Set<String>) {}
  func take() -> Set<String> { [] }
}

#if canImport(Glibc)
  /// An implementation with inotify(7) on Linux. Lost events are detected by checking the files.
  private final class InotifyWatch: FolderWatch {
    private let queue: Int32
    private var folders: [Int32: String] = [:]
    /// The result of the last call to `watch`.
    private(set) var unwatched: (count: Int, reason: String)?
    /// The size of an event without its name, in bytes.
    private static let headSize = 16

    var descriptor: Int32? { queue }

    /// Creates an instance. Returns `nil` if the system allows no further instances.
    init?() {
      queue = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard queue >= 0 else { return nil }
    }

    deinit { close(queue) }

    func watch(_ wanted: Set<String>) {
      let known = Set(folders.values)
      for (number, folder) in folders where !wanted.contains(folder) {
        inotify_rm_watch(queue, number)
        folders[number] = nil
      }
      // A file that is opened for writing and closed has not necessarily changed.
      let changes =
        IN_MODIFY | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
        | IN_MOVE_SELF
      unwatched = nil
      for folder in wanted.subtracting(known) {
        let number = inotify_add_watch(queue, folder, UInt32(changes) | UInt32(IN_ONLYDIR))
        let code = errno
        if number >= 0 {
          folders[number] = folder
        } else if code != ENOENT, code != ENOTDIR {
          let reason =
            code == ENOSPC
            ? "the limit fs.inotify.max_user_watches was reached" : String(cString: strerror(code))
          unwatched = ((unwatched?.count ?? 0) + 1, reason)
        }
      }
    }

    func take() -> Set<String> {
      var paths: Set<String> = []
      var chunk = [UInt8](repeating: 0, count: 64 * 1024)
      while true {
        let count = read(queue, &chunk, chunk.count)
        guard count > 0 else { return paths }
        var place = 0
        while place + Self.headSize <= count {
          let number = Int32(bitPattern: Self.word(chunk, place))
          let mask = Self.word(chunk, place + 4)
          let size = Int(Self.word(chunk, place + 12))
          let bytes = chunk[place + Self.headSize..<min(count, place + Self.headSize + size)]
          place += Self.headSize + size
          // A moved folder is no longer watched. A new folder at the same path is watched
          // separately.
          if mask & UInt32(IN_MOVE_SELF) != 0 { inotify_rm_watch(queue, number) }
          if mask & UInt32(IN_IGNORED | IN_MOVE_SELF) != 0 { folders[number] = nil }
          guard let folder = folders[number], size > 0 else { continue }
          let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          paths.insert(folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)")
        }
      }
    }

    /// Returns the integer that four bytes contain, in native byte order.
    private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
      UInt32(littleEndian: bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }
#endif
