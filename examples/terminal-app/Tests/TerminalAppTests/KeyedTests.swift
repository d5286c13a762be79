import Foundation
import TerminalDriver
import Testing

/// Tests the program in a real terminal, in which a user presses keys.
struct KeyedTests {
  /// Prints whether the original state of the terminal is restored after the program has ended.
  private static let after =
    "; echo code $?; stty -a | grep -o -e '-\\?icanon' -e ' -\\?echo '; cat"

  private func start(
    _ arguments: String = "", columns: Int = 48, rows: Int = 14,
    environment: [String: String] = ["TERM": "screen"]
  ) throws -> Tmux {
    try Tmux(
      "\(Tmux.program("terminal-app")) \(arguments)\(Self.after)", columns: columns, rows: rows,
      environment: environment)
  }

  private let catalog = [
    "                    Catalog", " catalog", String(repeating: "─", count: 48), " 1  Lamp",
    " 2  Chair", "", "", "", "", "", "", String(repeating: "─", count: 48),
    "      [:bag: Shop]            :person: Me", "1-2 tap  tab next tab  / link  q quit",
  ]

  @Test func `keys control the shop, and quitting restores the terminal`() throws {
    let terminal = try start()
    try terminal.expect(catalog)
    try terminal.press("1")
    try terminal.wait(for: " ‹ Catalog         Product 1")
    try terminal.press("3")
    try terminal.wait(for: " ‹ Product 1        Reviews")
    try terminal.press("Left")
    try terminal.press("b")
    try terminal.expect(catalog)
    try terminal.press("Tab")
    try terminal.wait(for: "[:person: Me]")
    try terminal.press("BTab")
    try terminal.expect(catalog)
    try terminal.press("q")
    try terminal.expect("code 0", "icanon", " echo")
  }

  @Test func `a link can be typed, corrected and opened`() throws {
    let terminal = try start()
    try terminal.expect(catalog)
    try terminal.type("/shop://product/433")
    try terminal.wait(for: "link: shop://product/433▏")
    try terminal.press("BSpace", "BSpace", "2", "Enter")
    try terminal.wait(for: "Product 42")
    try terminal.type("/nowhere")
    try terminal.press("Escape")
    try terminal.wait(for: "1-3 tap")
  }

  @Test func `keys that are pressed during an animation are not lost`() throws {
    let terminal = try start()
    try terminal.expect(catalog)
    try terminal.type("13bb\t")
    try terminal.wait(for: "[:person: Me]")
    try terminal.press("Tab")
    try terminal.expect(catalog)
  }

  @Test func `the window can become narrower and wider`() throws {
    let terminal = try start()
    try terminal.expect(catalog)
    try terminal.resize(columns: 20, rows: 8)
    try terminal.expect(
      "      Catalog", " catalog", String(repeating: "─", count: 20), " 1  Lamp", " 2  Chair",
      String(repeating: "─", count: 20), "  [Shop]      Me", "1-2 tap  tab next t…")
    try terminal.resize(columns: 48, rows: 14)
    try terminal.expect(catalog)
  }

  @Test func `Ctrl-C ends the program and restores the terminal`() throws {
    let terminal = try start()
    try terminal.expect(catalog)
    try terminal.press("C-c")
    try terminal.wait(for: "icanon") { rows in
      rows.contains("icanon") && rows.contains(" echo") && !rows.contains { $0.contains("Lamp") }
    }
  }

  @Test func `a terminal that cannot move its cursor receives lines`() throws {
    let terminal = try start(rows: 40, environment: ["TERM": "dumb"])
    try terminal.wait(for: "1-2 tap  tab next tab  / link  q quit")
    try terminal.type("1\r")
    try terminal.wait(for: " ‹ Catalog         Product 1")
    try terminal.type("q\r")
    try terminal.wait(for: "code 0")
  }
}
