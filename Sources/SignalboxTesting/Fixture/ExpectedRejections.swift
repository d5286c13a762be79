internal import Signalbox

/// The rejections that occur while a test expects rejections.
final class ExpectedRejections {
  /// The codes of the rejections that have occurred, or `nil` if no rejections are expected.
  private var codes: [String]?

  /// Records a rejection.
  ///
  /// - Returns: Whether rejections are currently expected.
  func take(_ code: String) -> Bool {
    guard codes != nil else { return false }
    codes?.append(code)
    return true
  }

  /// Runs a closure and returns the codes of the rejections during the run. A rejection that a typed
  /// operation throws ends the closure.
  func during(_ body: () throws -> Void) rethrows -> [String] {
    let outer = codes
    codes = []
    defer { codes = outer }
    do {
      try body()
    } catch let error as NavigationError {
      codes?.append(error.code.name)
    }
    return codes ?? []
  }
}
