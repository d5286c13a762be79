/// A terminal's report of the position of its cursor, among typed bytes (ECMA-48, CPR).
struct CursorReport: Equatable {
  /// The escape sequence that requests the report.
  static let request = "\u{1B}[6n"

  /// The cursor's row in the window, counted from 0.
  let row: Int
  /// The bytes before and after the report, which the user typed.
  let typed: [UInt8]

  /// Finds the first report in the given bytes. Returns `nil` if the bytes do not contain a
  /// complete report.
  init?(in bytes: [UInt8]) {
    for start in bytes.indices where bytes[start] == 0x1B {
      let rest = bytes[start...].dropFirst()
      guard rest.first == UInt8(ascii: "["),
        let end = rest.dropFirst().firstIndex(where: { (0x40...0x7E).contains($0) }),
        bytes[end] == UInt8(ascii: "R")
      else { continue }
      let numbers = bytes[(start + 2)..<end].split(separator: UInt8(ascii: ";"))
        .map { Int(String(decoding: $0, as: UTF8.self)) }
      guard numbers.count == 2, let row = numbers[0], row > 0, numbers[1] != nil else { continue }
      self.row = row - 1
      typed = Array(bytes[..<start]) + bytes[(end + 1)...]
      return
    }
    return nil
  }
}
