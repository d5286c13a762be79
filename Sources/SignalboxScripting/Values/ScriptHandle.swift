internal import LuaRuntime
public import Signalbox

/// A script's handle for an object in the engine. The handle does not retain the object.
public enum ScriptHandle: Hashable, Sendable {
  /// The application, which scripts access as `app`.
  case app
  /// A coordinator, with the fields and methods that its definition declares.
  case coordinator(CoordinatorID)
  /// The router of a coordinator, which has the methods for its operations.
  case router(CoordinatorID)
  /// A screen. The handle can outlive the screen.
  case screen(ScreenID)
  /// A layer. The handle can outlive the layer.
  case layer(LayerID)
  /// An event, identified by its number.
  case event(Int)

  /// The name of the handle's kind in scripts.
  public var kindName: String {
    switch self {
    case .app: "app"
    case .coordinator: "coordinator"
    case .router: "router"
    case .screen: "screen"
    case .layer: "layer"
    case .event: "event"
    }
  }

  /// The coordinator to which the handle refers, or `nil` if the handle is not a coordinator or
  /// router handle.
  public var coordinator: CoordinatorID? {
    switch self {
    case .coordinator(let id), .router(let id): id
    case .app, .screen, .layer, .event: nil
    }
  }
}

/// An opaque value from a script, which a host can pass back to scripts.
public struct ScriptObject: Equatable {
  /// The name of the value's kind in scripts.
  public let kindName: String
  let value: LuaValue
}
