internal import Dispatch
internal import PortableMutex
internal import SignalboxScripting

/// Creates previews on a separate thread. A new job stops the previous job.
final class PreviewWorker: Sendable {
  private struct State {
    var job: PreviewJob?
    var recipe: PreviewRecipe?
    var isRecipeNew = false
    /// Stops the running call, or is `nil` if no call is running.
    var stopper: ScriptStopper?
    var isClosed = false
  }

  /// The state, which the prompt's thread accesses to add a job and the worker accesses to take a
  /// job.
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let show: @Sendable (_ preview: String, _ line: String) -> Void

  /// - Parameter show: A closure that is called on the worker's thread with each preview and the
  ///   text to which the preview belongs.
  init(show: @escaping @Sendable (_ preview: String, _ line: String) -> Void) {
    self.show = show
    DispatchQueue(label: "signalbox.preview", qos: .utility).async { [self] in run() }
  }

  /// The recipe for copies.
  var recipe: PreviewRecipe? { state.withLock { $0.recipe } }

  /// Sets the recipe for copies.
  func use(_ recipe: PreviewRecipe?) {
    state.withLock { state in
      state.recipe = recipe
      state.isRecipeNew = true
      state.job = nil
      state.stopper?.stop()
    }
    wake.signal()
  }

  /// Replaces the previous job with a new job, or only stops the previous job if the new job is
  /// `nil`.
  func take(_ job: PreviewJob?) {
    let isNews = state.withLock { state in
      guard job != nil || state.job != nil || state.stopper != nil else { return false }
      state.job = job
      state.stopper?.stop()
      return true
    }
    if isNews { wake.signal() }
  }

  /// Stops the running call and ends the worker.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.stopper?.stop()
    }
    wake.signal()
  }

  private func run() {
    var factory: PreviewFactory?
    while true {
      wake.wait()
      let news = state.withLock { state in
        defer {
          state.job = nil
          state.isRecipeNew = false
        }
        return state
      }
      if news.isClosed { return }
      if news.isRecipeNew { factory = news.recipe.map { PreviewFactory($0) } }
      if let job = news.job, let factory { work(job, factory) }
    }
  }

  private func work(_ job: PreviewJob, _ factory: PreviewFactory) {
    let preview = factory.preview(job) { stopper in
      state.withLock { $0.stopper = stopper }
    }
    let isNewest = state.withLock { state in
      state.stopper = nil
      return state.job == nil && !state.isRecipeNew && !state.isClosed
    }
    if isNewest, let preview { show("⤷ " + preview, job.line) }
    if isNewest { factory.prepare(for: job) }
  }
}
