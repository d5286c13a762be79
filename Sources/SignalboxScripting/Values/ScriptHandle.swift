internal import LuaRuntime
public import Signalbox

/// What a script holds of the engine's: light, and nothing is kept alive by it.
public enum ScriptHandle: Hashable, Sendable {
  case app
  case coordinator(CoordinatorID)
  case router(CoordinatorID)
  case screen(ScreenID)
  case layer(LayerID)
  /// The number of an event.
  case event(Int)

  /// What kind of handle it is, in the words of scripts.
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

  /// The coordinator that a coordinator's or router's handle names.
  public var coordinator: CoordinatorID? {
    switch self {
    case .coordinator(let id), .router(let id): id
    case .app, .screen, .layer, .event: nil
    }
  }
}

/// A value of a script that hosts can only hold and give back.
public struct ScriptObject: Equatable {
  /// What kind of value it is, in the words of scripts.
  public let kindName: String
  let value: LuaValue
}
