package import Signalbox
package import SignalboxProtocol

/// The method `interface/show`, which sends the interface that the page must show next.
package enum InterfaceShowMethod: ProtocolMethod {
  /// The animation with which the page shows the interface.
  package enum Motion: String, Hashable, Sendable, Codable, CaseIterable {
    /// The layer's front screen moves in over the previous screen.
    case push
    /// The layer's front screen moves away and reveals the next screen.
    case pop
    /// The layer moves in.
    case present
    /// The layer and the layers above it move away.
    case dismiss
    /// The change is visible immediately.
    case none
  }

  package struct Params: MessageFields {
    /// The sequence number of this update of the interface, counted from 1.
    package var number: Int
    package var motion: Motion
    /// The identifier of the layer that moves or whose screens move, or `nil` if there is no
    /// animation.
    package var layer: String?
    /// The duration of the animation, in milliseconds.
    package var milliseconds: Int
    /// The interface, as ``WebRendering`` describes it.
    package var rendering: NavigationValue

    package static let fields = [
      MessageField("number", .integer(minimum: 1), "the number of the interface"),
      MessageField("motion", .choice(Motion.allCases.map(\.rawValue)), "the animation"),
      MessageField("layer", .string, optional: true, "the layer that moves, or whose screens move"),
      MessageField("milliseconds", .integer(minimum: 0), "the duration of the animation"),
      MessageField("rendering", .table, "the interface"),
    ]
  }

  package typealias Result = NoFields

  package static let name = "interface/show"
  package static let kind = MethodKind.serverNotification
  package static let summary = "Contains the interface that the page must show next."
  package static let example = MethodExample<Params, Result>(
    Params(number: 1, motion: .none, layer: nil, milliseconds: 0, rendering: .table([:])))
}
