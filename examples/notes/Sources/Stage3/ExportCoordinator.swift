public import Notes
public import Signalbox

/// The screens of ``ExportCoordinator``.
public nonisolated enum ExportRoute: Route, Codable {
  case formats
  case confirmation(ExportFormat)

  public static var samples: [ExportRoute] { [.formats, .confirmation(.text)] }
}

/// The note that the user wants to export, and the format.
public nonisolated struct Export: Codable, Hashable, Sendable {
  public var note: Int
  public var format: ExportFormat
}

/// Stage 3: asks for a format and for a confirmation.
public final class ExportCoordinator: Coordinator {
  public typealias Input = Int
  public typealias Output = Export

  public let router: Router<ExportRoute>
  private let note: Int

  init(_ router: Router<ExportRoute>, note: Int) { (self.router, self.note) = (router, note) }

  public func start() throws { try router.startFlow(at: .formats) }

  public func actions(of route: ExportRoute) -> [ScreenAction] {
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
