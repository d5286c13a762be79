#if canImport(SwiftUI)
  package import Notes
  package import Signalbox
  private import Stage1
  package import SwiftUI

  #if canImport(SignalboxUIOnStandIns)
    package import SignalboxUIOnStandIns
  #else
    package import SignalboxUI
  #endif

  /// Stage 2 with SwiftUI.
  package final class SwiftUINotes {
    package let engine = NavigationEngine()
    /// The clock for timers of coordinators. The application stops it in the background.
    package let clock: RealTimeClock
    package let model: InterfaceModel
    fileprivate let store: NoteStore
    /// The hand-written flows, which this property keeps alive as long as their screens.
    private var exports: [ScreenID: ExportFlow] = [:]

    package init(
      _ store: NoteStore, now: (@MainActor () -> Duration)? = nil,
      mainLoop: @escaping MainLoop = scheduleInRealTime,
      onFailure: @escaping (any Error) -> Void = { assertionFailure("\($0)") }
    ) throws {
      self.store = store
      clock = RealTimeClock(engine, now: now, mainLoop: mainLoop)
      engine.addHooks(EngineHooks(onHandlerFailure: onFailure))
      try engine.register(NotesCoordinator.self) { NotesCoordinator($0, store) }
      try engine.validate()
      model = InterfaceModel(engine, mainLoop: mainLoop)
      clock.start()
      try engine.launch(NotesCoordinator.self)
    }

    /// Returns the hand-written flow of a screen. The flow is created only once.
    fileprivate func export(
      on screen: ScreenID, onFinish: @escaping (ExportFormat) -> Void
    ) -> ExportFlow {
      if let flow = exports[screen] { return flow }
      exports = exports.filter { engine.isAlive($0.key) }
      let flow = ExportFlow(onFinish: onFinish)
      exports[screen] = flow
      return flow
    }
  }

  package struct RootView: View {
    private let app: SwiftUINotes

    package init(_ app: SwiftUINotes) { self.app = app }

    package var body: some View {
      InterfaceView(app.model) { screen in NotesScreen(screen: screen, app: app) }
    }
  }

  private struct NotesScreen: View {
    let screen: ScreenModel
    let app: SwiftUINotes

    private var store: NoteStore { app.store }

    var body: some View {
      if let notes = screen.coordinator(NotesCoordinator.self),
        let route = notes.router.route(of: screen.id)
      {
        switch route {
        case .list: ListView(store.notes) { id in report(notes) { try notes.open(id) } }
        case .note(let id):
          NoteView(store.title(of: id)) {
            report(notes) { try notes.rename(id) }
          } onExport: {
            report(notes) { try notes.export(id) }
          }
        case .rename: EmptyView()  // An alert has no hand-written flow.
        case .export(let id):
          ExportView(
            app.export(on: screen.id) { [weak notes] format in
              if let notes { report(notes) { try notes.finishExport(id, as: format) } }
            })
        }
      }
    }
  }

  private func report(_ notes: NotesCoordinator, _ action: () throws -> Void) {
    do { try action() } catch { notes.router.report(error) }
  }
#endif
