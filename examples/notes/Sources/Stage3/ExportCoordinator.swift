package import Notes
package import Signalbox

/// The screens of ``ExportCoordinator``.
package nonisolated enum ExportRoute: Route, Codable {
  case formats
  case confirmation(ExportFormat)

  package static var samples: [ExportRoute] { [.formats, .confirmation(.text)] }
}

/// The note that the user wants to export, and the format.
package nonisolated struct Export: Codable, Hashable, Sendable {
  package var note: Int
  package var format: ExportFormat
}

/// Stage 3: asks for a format and for a confirmation.
package final class ExportCoordinator: Coordinator {
  package typealias Input = Int
  package typealias Output = Export

  package let router: Router<ExportRoute>
  private let note: Int

  init(_ router: Router<ExportRoute>, note: Int) { (self.router, self.note) = (router, note) }

  package func start() throws { try router.startFlow(at: .formats) }

  package func actions(of route: ExportRoute) -> [ScreenAction] {
    switch route {
    case .formats:
      ExportFormat.allCases.map { format in
        ScreenAction(format.rawValue) { [self] in try choose(format) }
      }
    case .confirmation(let format):
      [ScreenAction("Confirm") { [self] in try confirm(format) }]
    }
  }

  func choose(_ format: ExportFormat) throws { try router.navigate(to: .confirmation(format)) }

  func confirm(_ format: ExportFormat) throws {
    try finishFlow(with: Export(note: note, format: format))
  }
}
