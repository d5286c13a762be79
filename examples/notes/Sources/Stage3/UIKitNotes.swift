#if canImport(UIKit)
  package import Notes
  package import Signalbox
  package import UIKit

  #if canImport(SignalboxUIOnStandIns)
    package import SignalboxUIOnStandIns
  #else
    package import SignalboxUI
  #endif

  /// Stage 3 with UIKit.
  package final class UIKitNotes {
    package let engine = NavigationEngine()
    /// The clock for timers of coordinators. The application stops it in the background.
    package let clock: RealTimeClock
    private let interface: UIKitInterface

    package init(
      _ store: NoteStore, in window: UIWindow, now: (@MainActor () -> Duration)? = nil,
      mainLoop: @escaping MainLoop = scheduleInRealTime,
      onFailure: @escaping (any Error) -> Void = { assertionFailure("\($0)") }
    ) throws {
      clock = RealTimeClock(engine, now: now, mainLoop: mainLoop)
      engine.addHooks(EngineHooks(onHandlerFailure: onFailure))
      try register(in: engine, store)
      interface = UIKitInterface(engine, in: window, mainLoop: mainLoop) { [weak engine] screen in
        engine.map { controller(of: screen, in: $0, store) } ?? UIViewController()
      }
      clock.start()
      try engine.launch(NotesCoordinator.self)
    }
  }

  /// Creates the view controller of a screen.
  private func controller(
    of screen: StateDocument.Screen, in engine: NavigationEngine, _ store: NoteStore
  ) -> UIViewController {
    let report = { [weak engine] (action: () throws -> Void) in
      do { try action() } catch { engine?.report(error) }
    }
    if let notes: NotesCoordinator = engine.coordinator(screen.owner) {
      switch notes.router.route(of: screen.id) {
      case .list:
        let list = ListController()
        list.notes = { store.notes }
        list.onSelect = { [weak notes] id in report { try notes?.open(id) } }
        return list
      case .note(let id):
        let note = NoteController()
        note.onRename = { [weak notes] in report { try notes?.rename(id) } }
        note.onExport = { [weak notes] in report { try notes?.export(id) } }
        return note
      case .rename, .export, nil: break
      }
    }
    if let export: ExportCoordinator = engine.coordinator(screen.owner) {
      switch export.router.route(of: screen.id) {
      case .formats:
        let formats = FormatController()
        formats.onSelect = { [weak export] format in report { try export?.choose(format) } }
        return formats
      case .confirmation(let format):
        let confirmation = ConfirmationController()
        confirmation.onConfirm = { [weak export] in report { try export?.confirm(format) } }
        return confirmation
      case nil: break
      }
    }
    return UIViewController()
  }
#endif
