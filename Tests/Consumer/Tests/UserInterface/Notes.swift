import Signalbox
import SignalboxUI
import Testing

enum NoteRoute: Route, Codable {
  case list
  case note(id: Int)
  case help
  case delete

  static var samples: [NoteRoute] { [.list, .note(id: 1), .help, .delete] }

  var style: TransitionStyle {
    switch self {
    case .list, .note: .automatic
    case .help: .sheet
    case .delete: .alert
    }
  }
}

/// An application that an interface can show as a split view.
final class Notes: Coordinator {
  let router: Router<NoteRoute>
  private(set) var deletions = 0

  init(_ router: Router<NoteRoute>) { self.router = router }

  static func configure(_ type: inout CoordinatorType) { type.isSplit = true }

  func start() throws { try router.startFlow(at: .list) }

  func actions(of route: NoteRoute) -> [ScreenAction] {
    if case .delete = route { [ScreenAction("Delete") { [self] in deletions += 1 }] } else { [] }
  }
}

extension NavigationEngine {
  /// Launches the application and returns its coordinator.
  func launchNotes() throws -> Notes {
    try register(Notes.self) { Notes($0) }
    try launch(Notes.self)
    return try #require(main.flatMap { coordinator($0) })
  }
}

/// A main loop whose time the test advances.
final class Loop {
  private(set) var now = Duration.zero
  private var appointments: [(time: Duration, action: @MainActor () -> Void)] = []

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    appointments.append((now + delay, action))
  }

  func run(for time: Duration) {
    let end = now + time
    while let next = appointments.indices.min(by: { appointments[$0].time < appointments[$1].time }
    ),
      appointments[next].time <= end
    {
      let appointment = appointments.remove(at: next)
      now = appointment.time
      appointment.action()
    }
    now = end
  }
}
