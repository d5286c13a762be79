/// A name, such as the name of a route, screen, coordinator type, page or style, represented by a
/// small integer.
///
/// Two symbols of the same engine are equal if and only if their names are equal. An application
/// uses the same names repeatedly, and storing and comparing numbers costs much less than storing
/// and comparing strings.
public struct Symbol: Hashable, Sendable, BitwiseCopyable {
  /// The number of the symbol. 0 represents the empty name.
  public let rawValue: Int32

  /// Creates a symbol from a number that a ``SymbolTable`` has assigned.
  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The symbol of the empty name, printed as the empty string.
  public static let none = Symbol(rawValue: 0)
}

/// Maps an engine's names to symbols, and symbols to names.
///
/// Names in definitions are retained as long as the engine exists. Temporary names, such as an
/// unknown name in a call or the name of a screen that a factory returned, are released when they
/// are no longer used. Lookup costs O(1) in both directions. Benchmarks: `W1`, `W5`.
public final class SymbolTable {
  @exclusivity(unchecked) private var symbols: [String: Symbol]
  @exclusivity(unchecked) private var names: ContiguousArray<String> = [""]
  /// The keys of the names, indexed by symbol number. A name has the same key in all tables.
  @exclusivity(unchecked) private(set) var keys: ContiguousArray<StateKey> = [StateKey(of: "")]
  /// The temporary names, which ``release(_:)`` can remove.
  @exclusivity(unchecked) private var passing: Set<Symbol> = []
  /// The numbers of released names. New names reuse these numbers.
  private var vacant: ContiguousArray<Symbol> = []
  /// The approximate size of the temporary names, in bytes.
  private(set) var passingBytes = 0
  private var dueBytes = minDueBytes
  /// The symbols of short, permanent names that calls from Swift have passed.
  @exclusivity(unchecked) private var repeated = ShortNames()
  /// The current names, if a checkpoint has saved them and they have not changed since.
  private var saved: Contents?

  private static let minDueBytes = 1 << 18
  /// The memory that a name requires in addition to its text, in bytes.
  private static let bytesPerName = 128

  /// A closure that is called for every name that ``intern(_:)`` makes permanent, or `nil` if there
  /// is none.
  public var onIntern: ((String, Symbol) -> Void)?

  init() {
    // This capacity suffices for a small application. Growing the dictionary would hash every name
    // again.
    symbols = Dictionary(minimumCapacity: 64)
    names.reserveCapacity(64)
    keys.reserveCapacity(64)
    symbols[""] = Symbol.none
  }

  /// Returns the permanent symbol for a name, creating it if the name is new.
  ///
  /// - Parameter name: Any string. The symbol for the empty string is ``Symbol/none``.
  public func intern(_ name: String) -> Symbol {
    if let known = symbols[name] {
      if !passing.isEmpty, passing.contains(known) {
        saved = nil
        passing.remove(known)
        passingBytes -= Self.cost(of: name)
        onIntern?(name, known)
      }
      return known
    }
    let symbol = make(name)
    onIntern?(name, symbol)
    return symbol
  }

  /// Returns the permanent symbol for a name that is likely to be passed again, creating it if the
  /// name is new.
  func internRepeated(_ name: String) -> Symbol {
    repeated.symbol(of: name) { intern(name) }
  }

  /// Returns the symbol for a name, creating a temporary symbol if the name is new.
  package func internPassing(_ name: String) -> Symbol {
    if let known = symbols[name] { return known }
    let symbol = make(name)
    passing.insert(symbol)
    passingBytes += Self.cost(of: name)
    return symbol
  }

  /// Makes the names in an outcome's value permanent. Cost: O(names).
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

  /// Makes all names permanent. Cost: O(temporary names).
  func keepAll() {
    saved = nil
    passing.removeAll()
    vacant.removeAll()
    passingBytes = 0
  }

  /// A copy of all names at one point in time.
  final class Contents {
    fileprivate let symbols: [String: Symbol]
    fileprivate let names: ContiguousArray<String>
    fileprivate let keys: ContiguousArray<StateKey>
    fileprivate let passing: Set<Symbol>
    fileprivate let vacant: ContiguousArray<Symbol>
    fileprivate let passingBytes: Int
    fileprivate let dueBytes: Int

    fileprivate init(_ table: SymbolTable) {
      (symbols, names, keys) = (table.symbols, table.names, table.keys)
      (passing, vacant) = (table.passing, table.vacant)
      (passingBytes, dueBytes) = (table.passingBytes, table.dueBytes)
    }
  }

  /// The current names, for ``restore(_:)``. Cost: O(1), but the next new name copies the table.
  var contents: Contents {
    if let saved { return saved }
    let contents = Contents(self)
    saved = contents
    return contents
  }

  /// Restores saved names. The numbers of symbols that were created later become available again.
  func restore(_ contents: Contents) {
    guard saved !== contents else { return }
    saved = contents
    repeated.removeAll()
    (symbols, names, keys) = (contents.symbols, contents.names, contents.keys)
    (passing, vacant) = (contents.passing, contents.vacant)
    (passingBytes, dueBytes) = (contents.passingBytes, contents.dueBytes)
  }

  private func make(_ name: String) -> Symbol {
    saved = nil
    let symbol: Symbol
    if let free = vacant.popLast() {
      symbol = free
      names[Int(free.rawValue)] = name
      keys[Int(free.rawValue)] = StateKey(of: name)
    } else {
      symbol = Symbol(rawValue: Int32(names.count))
      names.append(name)
      keys.append(StateKey(of: name))
    }
    symbols[name] = symbol
    return symbol
  }

  private static func cost(of name: String) -> Int { name.utf8.count + bytesPerName }

  // MARK: - Releasing names

  /// Whether there are enough temporary names to justify a search for unused names.
  @inline(__always)
  var isReleaseDue: Bool { passingBytes > dueBytes }

  /// The number of assigned symbol numbers, including the numbers of released names.
  var count: Int { names.count }

  /// Releases the temporary names whose numbers are not marked as used. Cost: O(temporary names).
  func release(_ isUsed: ContiguousArray<Bool>) {
    saved = nil
    repeated.removeAll()
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

  /// Postpones the next search for unused names until the temporary names take up at least twice as
  /// much memory as they do now.
  func postponeRelease() {
    saved = nil
    dueBytes = max(Self.minDueBytes, 2 * passingBytes)
  }

  // MARK: - Reading

  /// Returns the symbol for a name, or `nil` if there is none.
  ///
  /// - Parameter name: The name to look up. Symbols are not created for unknown names.
  public func find(_ name: String) -> Symbol? { symbols[name] }

  /// The name of a symbol.
  ///
  /// - Parameter symbol: A symbol that this table has assigned. Passing a symbol of another table
  ///   is a programming error.
  public subscript(symbol: Symbol) -> String { names[Int(symbol.rawValue)] }

  /// The names, indexed by symbol number, starting with the empty name. A released name is an empty
  /// string.
  public var all: ContiguousArray<String> { names }
}
