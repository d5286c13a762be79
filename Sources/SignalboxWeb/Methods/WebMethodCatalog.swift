package import SignalboxProtocol

/// The methods that the page of an application uses. The page and the server are parts of one
/// program, so these methods are not part of the public protocol.
///
/// To add a method, add a file to this folder and an entry to this list.
package enum WebMethodCatalog {
  /// The methods of the interface, in the order in which a page uses them, followed by general
  /// methods.
  package static let methods: [MethodDescription] =
    [
      MethodDescription(InterfaceOpenMethod.self),
      MethodDescription(InterfaceShowMethod.self),
      MethodDescription(InterfaceShownMethod.self),
      MethodDescription(InterfaceReportMethod.self),
      MethodDescription(InterfaceClosedMethod.self),
    ]
    + [
      MethodDescription(InitializeMethod.self), MethodDescription(ShutdownMethod.self),
      MethodDescription(PingMethod.self), MethodDescription(CancelRequestMethod.self),
      MethodDescription(ProgressMethod.self),
    ]
}
