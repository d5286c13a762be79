import CBound

/// What a workload printed: a mark in time or a result.
enum Note {
  case mark(cpu: Int64, wall: Int64)
  case result(Double)

  init(_ note: bound_note) {
    self = note.is_mark ? .mark(cpu: note.cpu, wall: note.wall) : .result(note.number)
  }
}

/// Reads what a workload's script printed.
///
/// A coarse script prints one mark before the work and one after. A fine one prints three marks for
/// each time: from the second to the third runs what is measured, from the first to the second
/// nothing, which tells what a mark itself costs.
struct NoteReader {
  let isFine: Bool

  /// The text that makes a script work: its function `bench` says what the work came to.
  func driver(_ count: Int) -> String {
    isFine
      ? "print(bench(\(count)))"
      : "print('') local sum = bench(\(count)) print('') print(sum)"
  }

  func sample(_ notes: [Note], count: Int) throws -> Sample {
    var marks: [(cpu: Int64, wall: Int64)] = []
    var result: Double?
    for note in notes {
      switch note {
      case .mark(let cpu, let wall): marks.append((cpu, wall))
      case .result(let number): result = number
      }
    }
    guard let result, let first = marks.first, let last = marks.last else {
      throw BenchmarkError("the workload printed no marks or no result")
    }
    if !isFine {
      return Sample(nanoseconds: Double(last.cpu - first.cpu) / Double(count), check: result)
    }
    var empty: [Double] = []
    var full: [Double] = []
    for index in stride(from: 0, to: marks.count - 2, by: 3) {
      empty.append(Double(marks[index + 1].wall - marks[index].wall))
      full.append(Double(marks[index + 2].wall - marks[index + 1].wall))
    }
    let cost = Statistics(full).median - Statistics(empty).median
    return Sample(nanoseconds: max(0, cost), check: result)
  }
}
