/// A name of a route, coordinator type, page or style as a small number.
///
/// Two symbols of one engine are equal if and only if their names are. Names of a running
/// application repeat all the time; comparing and storing numbers costs a fraction of strings.
public struct Symbol: Hashable, Sendable, BitwiseCopyable {
  /// The number itself; 0 is no name.
  public let rawValue: Int32

  /// Wraps a number that ``SymbolTable`` gave out.
  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

  /// No name at all; prints as the empty string.
  public static let none = Symbol(rawValue: 0)
}

/// Gives each name of an engine its symbol and each symbol its name.
///
/// Names are kept for the life of the engine. Both directions cost O(1).
public final class SymbolTable {
  private var symbols: [String: Symbol]
  private var names: ContiguousArray<String> = [""]

  /// Called for every name the first time that it gets a symbol.
  public var onIntern: ((String, Symbol) -> Void)?

  init() {
    // A small application's: growing would hash every name again.
    symbols = Dictionary(minimumCapacity: 64)
    symbols[""] = Symbol.none
  }

  /// The symbol of a name, made when the name is new.
  public func intern(_ name: String) -> Symbol {
    if let known = symbols[name] { return known }
    let symbol = Symbol(rawValue: Int32(names.count))
    names.append(name)
    symbols[name] = symbol
    onIntern?(name, symbol)
    return symbol
  }

  /// Forgets the names from a number on. Cost: O(those names).
  func removeAll(from count: Int) {
    for name in names[count...] { symbols[name] = nil }
    names.removeSubrange(count...)
  }

  /// The symbol of a name if it has one; makes none.
  public func find(_ name: String) -> Symbol? { symbols[name] }

  /// The name of a symbol of this table.
  public subscript(symbol: Symbol) -> String { names[Int(symbol.rawValue)] }

  /// Every name that has a symbol, oldest first; the first is the empty name.
  public var all: ContiguousArray<String> { names }
}
