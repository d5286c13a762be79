/// The state of an engine at one moment.
///
/// Taking one costs O(1) at any depth and never makes a later operation copy the state; reading it
/// after the engine moved on rebuilds it once, O(size + changes since).
public final class NavigationSnapshot {
  private let live: NavigationState
  let mark: NavigationState.Mark
  private var rebuilt: NavigationState?
  private let symbols: SymbolTable
  private let styles: StyleTable
  private let types: ContiguousArray<RegisteredType?>

  init(of engine: NavigationReader, at mark: NavigationState.Mark) {
    live = engine.state
    self.mark = mark
    symbols = engine.symbols
    styles = engine.registry.styles
    types = engine.registry.types
  }

  /// What was shown, as a value.
  public var tree: NavigationTree {
    read { NavigationTree(state: $0, symbols: symbols, styles: styles) }
  }

  /// What was shown as text to keep: one line of JSON, for ``NavigationEngine/restore(_:)``.
  ///
  /// Equal states give equal bytes, whatever their identifiers. An argument that is an object is kept
  /// as its factory and seed. Throws `notSerializable` where an argument is no number that JSON has,
  /// or an object without a factory; the error names it. Callbacks, delegates and the objects that
  /// hosts attach to screens are not part of it. Cost: O(size).
  public var json: String {
    get throws(NavigationError) { try JSONWriter.text(of: image.value) }
  }

  /// What ``json`` is the text of, for hosts that have a limit for its size. Cost: O(size).
  package var document: JSONDocument {
    get throws(NavigationError) { try JSONDocument(image.value) }
  }

  /// The whole state without identifiers.
  var image: StateImage {
    get throws(NavigationError) {
      let reader = ImageReader(symbols: symbols, styles: styles, types: types)
      return try read { state in
        Result { () throws(NavigationError) in try reader.image(of: state) }
      }
      .get()
    }
  }

  private func read<Value>(_ read: (NavigationState) -> Value) -> Value {
    if rebuilt == nil && (live.rewound ?? live.mark) == mark { return read(live) }
    rebuild()
    return read(rebuilt ?? live)
  }

  func rebuild() {
    guard rebuilt == nil else { return }
    let copy = live.copy()
    copy.rollBack(to: mark)
    copy.forgetChanges()
    rebuilt = copy
  }
}

extension NavigationReader {
  /// The present state, kept; while an operation runs, the state from before it. Cost: O(1).
  public func snapshot() -> NavigationSnapshot {
    let snapshot = NavigationSnapshot(of: self, at: runner.openMark ?? state.mark)
    history.keep(snapshot)
    return snapshot
  }
}
