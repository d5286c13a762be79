internal import LuaRuntime
internal import Signalbox

/// Reads durations in virtual time.
enum TimeReader {
  private static let units: [(suffix: String, milliseconds: Double)] = [
    ("ms", 1), ("min", 60_000), ("s", 1_000), ("m", 60_000), ("h", 3_600_000),
  ]

  /// Returns the milliseconds that a number or a string represents. A number is in milliseconds,
  /// and a string is a duration such as "350ms", "2s", "1.5m" or "1h".
  static func milliseconds(
    at index: Int, in frame: LuaFrame, path: String
  ) throws(LuaError) -> Int {
    let span: Double?
    switch frame.kind(index) {
    case .integer, .float: span = try frame.number(index)
    case .string: span = parse(try frame.string(index))
    default: span = nil
    }
    guard let span, span >= 0, span < 1e15 else {
      let came = frame.kind(index) == .string ? "\"\(try frame.string(index))\"" : nil
      throw LuaError.badArgument(
        "\(path) is \(came ?? "a \(frame.kind(index))"), expected milliseconds or a string such as "
          + "\"350ms\" or \"2s\"")
    }
    return Int(span.rounded())
  }

  static func parse(_ text: String) -> Double? {
    for unit in units where text.hasSuffix(unit.suffix) {
      return Double(text.dropLast(unit.suffix.count)).map { $0 * unit.milliseconds }
    }
    return nil
  }
}
