/// A position in the change log of a state, between two changes.
struct LogPosition: Equatable {
  var screens = 0
  var arguments = 0
  var stacks = 0
  var layers = 0
  var tabBars = 0
  var pages = 0
  var coordinators = 0
  var windows = 0
  var callbacks = 0

  /// The number of changes before this point.
  var total: Int {
    screens + arguments + stacks + layers + tabBars + pages + coordinators + windows + callbacks
  }
}
