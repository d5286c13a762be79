#if canImport(SwiftUI)
  import Notes
  import Stage3
  import SwiftUI

  /// The application with SwiftUI. To run stage 2, import `Stage2` instead of `Stage3`.
  @main
  struct NotesApp: App {
    @Environment(\.scenePhase) private var phase
    let notes = Result { try SwiftUINotes(NoteStore()) }

    var body: some Scene {
      WindowGroup {
        switch notes {
        case .success(let notes): RootView(notes)
        case .failure(let error): Text("\(error)")
        }
      }
      .onChange(of: phase) { _, phase in
        guard case .success(let notes) = notes else { return }
        if phase == .background { notes.clock.stop() } else { notes.clock.start() }
      }
    }
  }
#else
  @main
  struct NotesApp {
    static func main() { print("This application needs SwiftUI.") }
  }
#endif
