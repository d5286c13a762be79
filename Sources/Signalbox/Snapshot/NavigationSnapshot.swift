/// The state of an engine at a point in time.
///
/// Taking a snapshot costs O(1) and never causes later operations to copy the state. If the state
/// has changed since the snapshot was taken, the first read rebuilds the snapshot, which costs
/// O(size of the state + size of its log).
public final class NavigationSnapshot {
  private let live: NavigationState
  let mark: LogPosition
  private var rebuilt: NavigationState?
  private let reader: StateReader

  init(of state: NavigationState, at mark: LogPosition, _ reader: StateReader) {
    live = state
    self.mark = mark
    self.reader = reader
  }

  /// The visible state as a document. Cost: O(size of the state), in addition to the cost of
  /// rebuilding the snapshot.
  public var tree: StateDocument {
    if rebuilt == nil && (live.rewound ?? live.mark) == mark {
      return reader.document(from: live.window.main)
    }
    rebuild()
    let state = rebuilt ?? live
    return StateReader(reader, of: state).document(from: state.window.main)
  }

  /// The state as a single line of JSON, for ``NavigationEngine/restore(_:)``.
  ///
  /// Equal states produce equal bytes, regardless of their identifiers. An argument that is an
  /// object is saved as its factory and seed. Throws `notSerializable` with the argument's name if
  /// an argument is a number that JSON cannot represent or an object without a factory. Callbacks,
  /// delegates and the objects that hosts attach to screens are not saved. Cost: O(size).
  public var json: String {
    get throws(NavigationError) { try JSONWriter.text(of: tree.value) }
  }

  /// The snapshot as a JSON document, for hosts that limit the size of snapshots. Cost: O(size).
  package var document: JSONDocument {
    get throws(NavigationError) { try JSONDocument(tree.value) }
  }

  func rebuild() {
    guard rebuilt == nil else { return }
    let copy = live.copy()
    copy.rollBack(to: mark)
    copy.forgetChanges()
    rebuilt = copy
  }
}
