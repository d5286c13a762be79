internal import ArgumentParser
internal import SignalboxScripting

/// The options of commands that do not limit the running time of scripts by default.
struct Limits: LimitOptions {
  @Option(help: .timeout("no limit; \(TimeLimit.standard) for client requests"))
  var timeout: TimeLimit?

  @Option(help: .memory)
  var memory: MemoryLimit?

  @Option(help: .color)
  var color: ColorChoice?

  /// The default values, for command lines that are not parsed.
  static var unset: Limits {
    var options = Limits()
    options.timeout = nil
    options.memory = nil
    options.color = nil
    return options
  }

  /// The options that limit scripts, as parts of a shell command.
  var words: [String] {
    (timeout.map { ["--timeout \($0.text)"] } ?? [])
      + (memory.map { ["--memory \($0.text)"] } ?? [])
  }
}

/// The options of commands that limit the running time of scripts by default.
struct TimedLimits: LimitOptions {
  @Option(help: .timeout(TimeLimit.standard))
  var timeout: TimeLimit?

  @Option(help: .memory)
  var memory: MemoryLimit?

  @Option(help: .color)
  var color: ColorChoice?
}

/// The limits for scripts, and the option for colors.
protocol LimitOptions: ParsableArguments {
  var timeout: TimeLimit? { get }
  var memory: MemoryLimit? { get }
  var color: ColorChoice? { get }
}

extension LimitOptions {
  /// Returns these limits, with missing values taken from the enclosing command.
  func merged(with outer: Limits) -> Limits {
    var result = outer
    result.timeout = timeout ?? outer.timeout
    result.memory = memory ?? outer.memory
    result.color = color ?? outer.color
    return result
  }
}

extension ArgumentHelp {
  /// - Parameter standard: The default of the option.
  fileprivate static func timeout(_ standard: String) -> ArgumentHelp {
    ArgumentHelp(
      "Stop a script after this time, such as 500ms, 1s or 2m (default: \(standard)).",
      valueName: "time")
  }

  fileprivate static var memory: ArgumentHelp {
    ArgumentHelp(
      """
      Limit the memory of scripts to this size, such as 64MB or 1GiB (default: \
      \(MemoryLimit.standard)). The program itself uses about 30 MB more.
      """,
      valueName: "size")
  }

  fileprivate static var color: ArgumentHelp {
    ArgumentHelp("When to color the output (default: auto).", valueName: "when")
  }
}

/// A duration with a unit: a number with `ms`, `s`, `m` or `h`.
struct TimeLimit: ExpressibleByArgument, Hashable {
  /// The default time limit of scripts in scenarios and explorations, of linted files and of client
  /// requests.
  static let standard = "10s"

  let duration: Duration
  /// The string that the user passed.
  let text: String

  init?(argument: String) {
    guard let (number, unit) = split(argument), number > 0 else { return nil }
    let milliseconds: Double
    switch unit {
    case "ms": milliseconds = number
    case "s": milliseconds = number * 1000
    case "m", "min": milliseconds = number * 60_000
    case "h": milliseconds = number * 3_600_000
    default: return nil
    }
    // A limit of more than a hundred years is most likely a mistake.
    guard milliseconds >= 1, milliseconds < 3.2e12 else { return nil }
    duration = .milliseconds(Int64(milliseconds))
    text = argument
  }
}

/// A size with a unit: a number with `B`, `KB`, `MB`, `GB` (powers of 1000) or `KiB`, `MiB`, `GiB`
/// (powers of 1024).
struct MemoryLimit: ExpressibleByArgument, Hashable {
  /// The default memory limit of scripts.
  static let standard = "256MiB"

  let bytes: Int
  /// The string that the user passed.
  let text: String

  init?(argument: String) {
    guard let (number, unit) = split(argument), number > 0 else { return nil }
    let factor: Double
    switch unit.lowercased() {
    case "b": factor = 1
    case "kb", "k": factor = 1e3
    case "mb", "m": factor = 1e6
    case "gb", "g": factor = 1e9
    case "kib": factor = 1024
    case "mib": factor = 1_048_576
    case "gib": factor = 1_073_741_824
    default: return nil
    }
    guard number * factor >= 1, number * factor < 1e15 else { return nil }
    bytes = Int(number * factor)
    text = argument
  }
}

extension ScriptConfiguration {
  /// Limits the memory of scripts and the memory that the program needs to run the scripts.
  ///
  /// - Parameter bytes: The limit, or `nil` to use the default.
  mutating func hold(to bytes: Int?) {
    if let bytes { memoryLimit = bytes }
    countsHeap = true
    recordCapacity = min(recordCapacity, memoryLimit / 8)
  }
}

/// Splits a string into a decimal number and the letters that follow it.
private func split(_ text: String) -> (number: Double, unit: String)? {
  let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
  let unit = text.dropFirst(digits.count)
  guard let number = Double(digits), number.isFinite, !unit.isEmpty else { return nil }
  return (number, String(unit))
}
