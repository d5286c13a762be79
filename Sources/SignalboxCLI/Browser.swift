internal import SystemLibrary

/// Opens pages in the user's browser.
enum Browser {
  /// Opens a file or an address, without waiting for the browser.
  ///
  /// - Parameter path: The path of the file, or the address.
  /// - Returns: The reason why the browser cannot be opened, or `nil` if the program that opens it
  ///   was started.
  static func open(_ path: String) -> String? {
    let variable = RunSelection.variable("BROWSER").flatMap { $0.isEmpty ? nil : $0 }
    #if canImport(Darwin)
      let program = variable ?? "open"
    #else
      let program = variable ?? "xdg-open"
      let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
        RunSelection.variable($0)?.isEmpty == false
      }
      guard variable != nil || hasDisplay else { return "there is no display" }
    #endif
    // A path that begins with a dash would be parsed as an option.
    var child = ChildProcess(program, [program, path.hasPrefix("-") ? "./\(path)" : path])
    child.closed = [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)]
    child.standardSignals = [SIGINT, SIGPIPE]
    // When a terminal is closed, such as the terminal of an editor, the processes in its process group
    // are ended. The browser needs its own group.
    child.isGroup = true
    let failure = child.start().failure
    return failure == 0 ? nil : "\(program): \(String(cString: strerror(failure)))"
  }
}
