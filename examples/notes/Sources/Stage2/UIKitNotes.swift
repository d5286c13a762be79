#if canImport(UIKit)
  package import Notes
  package import Signalbox
  private import Stage1
  package import UIKit

  #if canImport(SignalboxUIOnStandIns)
    package import SignalboxUIOnStandIns
  #else
    package import SignalboxUI
  #endif

  /// Stage 2 with UIKit.
  package final class UIKitNotes {
    package let engine = NavigationEngine()
    /// The clock for timers of coordinators. The application stops it in the background.
    package let clock: RealTimeClock
    private let interface: UIKitInterface
    /// The hand-written coordinators, which this property keeps alive as long as their screens.
    private let exports: HandWrittenFlows

    package init(
      _ store: NoteStore, in window: UIWindow, now: (@MainActor () -> Duration)? = nil,
      mainLoop: @escaping MainLoop = scheduleInRealTime,
      onFailure: @escaping (any Error) -> Void = { assertionFailure("\($0)") }
    ) throws {
      clock = RealTimeClock(engine, now: now, mainLoop: mainLoop)
      engine.addHooks(EngineHooks(onHandlerFailure: onFailure))
      try engine.register(NotesCoordinator.self) { NotesCoordinator($0, store) }
      try engine.validate()
      let exports = HandWrittenFlows()
      self.exports = exports
      interface = UIKitInterface(engine, in: window, mainLoop: mainLoop) { [weak engine] screen in
        engine.map { controller(of: screen, in: $0, store, exports) } ?? UIViewController()
      }
      clock.start()
      try engine.launch(NotesCoordinator.self)
    }
  }

  /// The hand-written coordinators of the screens.
  private final class HandWrittenFlows {
    private var coordinators: [ScreenID: ExportCoordinator] = [:]

    func start(_ coordinator: ExportCoordinator, on screen: ScreenID, in engine: NavigationEngine) {
      coordinators = coordinators.filter { engine.isAlive($0.key) }
      coordinators[screen] = coordinator
      coordinator.start()
    }
  }

  /// Creates the view controller of a screen.
  private func controller(
    of screen: StateDocument.Screen, in engine: NavigationEngine, _ store: NoteStore,
    _ exports: HandWrittenFlows
  ) -> UIViewController {
    guard let notes: NotesCoordinator = engine.coordinator(screen.owner),
      let route = notes.router.route(of: screen.id)
    else { return UIViewController() }
    let report = { [weak engine] (action: () throws -> Void) in
      do { try action() } catch { engine?.report(error) }
    }
    switch route {
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
    case .rename: return UIViewController()  // An alert has no view controller.
    case .export(let id):
      let export = ExportCoordinator { [weak notes] format in
        report { try notes?.finishExport(id, as: format) }
      }
      exports.start(export, on: screen.id, in: engine)
      return export.navigation
    }
  }
#endif
