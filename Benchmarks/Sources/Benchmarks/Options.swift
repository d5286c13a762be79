/// The command-line options.
struct Options {
  var names: [String] = []
  var isQuick = false
  var json, comparison, plots, page, tool, root, thresholds: String?
  /// Whether to set the thresholds to a tenth above the figures of this run.
  var setsThresholds = false

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    let value = { (option: String) throws -> String in
      guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--json": json = try value(argument)
      case "--compare": comparison = try value(argument)
      case "--plots": plots = try value(argument)
      case "--page": page = try value(argument)
      case "--set-thresholds": setsThresholds = true
      case "--tool": tool = try value(argument)
      case "--root": root = try value(argument)
      case "--thresholds": thresholds = try value(argument)
      case _ where argument.hasPrefix("-"): throw BenchmarkError("unknown option \(argument)")
      default: names.append(argument)
      }
    }
  }
}
