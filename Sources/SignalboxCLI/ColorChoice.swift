internal import ArgumentParser
internal import SystemLibrary

/// The value of `--color`, which determines whether output is colored.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  /// Output is colored at a terminal. The environment can disable or force color
  /// (https://no-color.org, https://force-color.org, https://bixense.com/clicolors).
  case auto
  case always
  case never

  func isColored(onTerminal isTerminal: Bool) -> Bool {
    isColored(onTerminal: isTerminal) { name in getenv(name).map { String(cString: $0) } }
  }

  /// - Parameter variable: A closure that returns the value of an environment variable.
  func isColored(onTerminal isTerminal: Bool, variable: (String) -> String?) -> Bool {
    func isSet(_ name: String) -> Bool { !["", "0"].contains(variable(name) ?? "") }
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if variable("NO_COLOR")?.isEmpty == false { return false }
      if isSet("FORCE_COLOR") || isSet("CLICOLOR_FORCE") { return true }
      return isTerminal && variable("TERM") != "dumb"
    }
  }
}
