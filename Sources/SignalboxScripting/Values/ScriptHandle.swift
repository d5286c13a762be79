internal import LuaRuntime
public import Signalbox

/// A handle of a script for an object of the engine, which does not retain it.
public enum ScriptHandle: Hashable, Sendable {
  case app
  case coordinator(CoordinatorID)
  case router(CoordinatorID)
  case screen(ScreenID)
  case layer(LayerID)
  /// The number of an event.
  case event(Int)

  /// The kind of handle, as in scripts.
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

  /// The coordinator of a coordinator or router handle.
  public var coordinator: CoordinatorID? {
    switch self {
    case .coordinator(let id), .router(let id): id
    case .app, .screen, .layer, .event: nil
    }
  }
}

/// An opaque value of a script, which a host can pass back to scripts.
public struct ScriptObject: Equatable {
  /// The kind of value, as in scripts.
  public let kindName: String
  let value: LuaValue
}
