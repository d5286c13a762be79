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
/// Names of definitions are kept for the life of the engine. Those that only pass through, because a
/// call names what there is not or a page has such a title, are taken back when nothing has them any
/// more. Both directions cost O(1). Guarded by bench: W1, W5.
public final class SymbolTable {
  @exclusivity(unchecked) private var symbols: [String: Symbol]
  @exclusivity(unchecked) private var names: ContiguousArray<String> = [""]
  /// Those that ``release(_:)`` may take back.
  @exclusivity(unchecked) private var passing: Set<Symbol> = []
  /// Those that were taken back, to be given again.
  private var vacant: ContiguousArray<Symbol> = []
  /// About what the passing names take.
  private(set) var passingBytes = 0
  private var dueBytes = minDueBytes

  private static let minDueBytes = 1 << 18
  /// What a name takes beside its text.
  private static let bytesPerName = 128

  /// Called for every name the first time that it gets a symbol for good.
  public var onIntern: ((String, Symbol) -> Void)?

  init() {
    // A small application's: growing would hash every name again.
    symbols = Dictionary(minimumCapacity: 64)
    symbols[""] = Symbol.none
  }

  /// The symbol of a name for good, made when the name is new.
  public func intern(_ name: String) -> Symbol {
    if let known = symbols[name] {
      if !passing.isEmpty, passing.remove(known) != nil {
        passingBytes -= Self.cost(of: name)
        onIntern?(name, known)
      }
      return known
    }
    let symbol = make(name)
    onIntern?(name, symbol)
    return symbol
  }

  /// The symbol of a name for as long as something of the engine has it.
  package func internPassing(_ name: String) -> Symbol {
    if let known = symbols[name] { return known }
    let symbol = make(name)
    passing.insert(symbol)
    passingBytes += Self.cost(of: name)
    return symbol
  }

  /// Keeps the names of an outcome for good. Cost: O(names).
  func keep(_ value: OutcomeValue) {
    guard !passing.isEmpty else { return }
    let kept: [Symbol] =
      switch value {
      case .name(let symbol), .page(let symbol): [symbol]
      case .names(let symbols): symbols
      case .none, .boolean, .coordinator, .value: []
      }
    for symbol in kept where passing.contains(symbol) { _ = intern(self[symbol]) }
  }

  /// Keeps all names for good that there are. Cost: O(passing names).
  func keepAll() {
    passing.removeAll()
    vacant.removeAll()
    passingBytes = 0
  }

  private func make(_ name: String) -> Symbol {
    let symbol: Symbol
    if let free = vacant.popLast() {
      symbol = free
      names[Int(free.rawValue)] = name
    } else {
      symbol = Symbol(rawValue: Int32(names.count))
      names.append(name)
    }
    symbols[name] = symbol
    return symbol
  }

  private static func cost(of name: String) -> Int { name.utf8.count + bytesPerName }

  /// Forgets the names from a number on. Cost: O(those names).
  func removeAll(from count: Int) {
    for name in names[count...] where !name.isEmpty { symbols[name] = nil }
    names.removeSubrange(count...)
    keepAll()
    dueBytes = Self.minDueBytes
  }

  // MARK: - Taking names back

  /// Whether there are so many passing names that it is worth looking for those that nothing has.
  @inline(__always)
  var isReleaseDue: Bool { passingBytes > dueBytes }

  /// How many numbers have been given.
  var count: Int { names.count }

  /// Takes back the passing names whose numbers are not marked. Cost: O(passing names).
  func release(_ isUsed: ContiguousArray<Bool>) {
    for symbol in passing where !isUsed[Int(symbol.rawValue)] {
      let name = names[Int(symbol.rawValue)]
      symbols[name] = nil
      names[Int(symbol.rawValue)] = ""
      passingBytes -= Self.cost(of: name)
      passing.remove(symbol)
      vacant.append(symbol)
    }
    postponeRelease()
  }

  /// Looks again when there are twice as many.
  func postponeRelease() { dueBytes = max(Self.minDueBytes, 2 * passingBytes) }

  // MARK: - Reading

  /// The symbol of a name if it has one; makes none.
  public func find(_ name: String) -> Symbol? { symbols[name] }

  /// The name of a symbol of this table.
  public subscript(symbol: Symbol) -> String { names[Int(symbol.rawValue)] }

  /// Every name that has a symbol, oldest first; the first is the empty name.
  public var all: ContiguousArray<String> { names }
}
