package import Notes
package import Signalbox

/// Registers the coordinators with the engine of an interface or of a test.
package func register(in engine: NavigationEngine, _ store: NoteStore) throws {
  try engine.register(NotesCoordinator.self) { NotesCoordinator($0, store) }
  try engine.register(ExportCoordinator.self) { ExportCoordinator($0, note: $1) }
  try engine.validate()
}
