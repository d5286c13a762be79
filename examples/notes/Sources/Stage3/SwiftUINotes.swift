#if canImport(SwiftUI)
  package import Notes
  package import Signalbox
  package import SwiftUI

  #if canImport(SignalboxUIOnStandIns)
    package import SignalboxUIOnStandIns
  #else
    package import SignalboxUI
  #endif

  /// Stage 3 with SwiftUI.
  package final class SwiftUINotes {
    package let engine = NavigationEngine()
    /// The clock for timers of coordinators. The application stops it in the background.
    package let clock: RealTimeClock
    package let model: InterfaceModel
    fileprivate let store: NoteStore

    package init(
      _ store: NoteStore, now: (@MainActor () -> Duration)? = nil,
      mainLoop: @escaping MainLoop = scheduleInRealTime,
      onFailure: @escaping (any Error) -> Void = { assertionFailure("\($0)") }
    ) throws {
      self.store = store
      clock = RealTimeClock(engine, now: now, mainLoop: mainLoop)
      engine.addHooks(EngineHooks(onHandlerFailure: onFailure))
      try register(in: engine, store)
      model = InterfaceModel(engine, mainLoop: mainLoop)
      clock.start()
      try engine.launch(NotesCoordinator.self)
    }
  }

  package struct RootView: View {
    private let app: SwiftUINotes

    package init(_ app: SwiftUINotes) { self.app = app }

    package var body: some View {
      InterfaceView(app.model) { screen in
        NotesScreen(screen: screen, store: app.store)
        ExportScreen(screen: screen)
      }
    }
  }

  private struct NotesScreen: View {
    let screen: ScreenModel
    let store: NoteStore

    var body: some View {
      if let notes = screen.coordinator(NotesCoordinator.self),
        let route = notes.router.route(of: screen.id)
      {
        switch route {
        case .list: ListView(store.notes) { id in report(notes.router) { try notes.open(id) } }
        case .note(let id):
          NoteView(store.title(of: id)) {
            report(notes.router) { try notes.rename(id) }
          } onExport: {
            report(notes.router) { try notes.export(id) }
          }
        case .rename, .export: EmptyView()
        }
      }
    }
  }

  private struct ExportScreen: View {
    let screen: ScreenModel

    var body: some View {
      if let export = screen.coordinator(ExportCoordinator.self),
        let route = export.router.route(of: screen.id)
      {
        switch route {
        case .formats: FormatView { format in report(export.router) { try export.choose(format) } }
        case .confirmation(let format):
          ConfirmationView { report(export.router) { try export.confirm(format) } }
        }
      }
    }
  }

  private func report<Route>(_ router: Router<Route>, _ action: () throws -> Void) {
    do { try action() } catch { router.report(error) }
  }
#endif
