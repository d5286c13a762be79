#if canImport(os)
  public import os

  @usableFromInline typealias Lock = OSAllocatedUnfairLock<Void>
#elseif OBSERVED_LOCKS
  @usableFromInline typealias Lock = ObservedLock
#endif

#if canImport(os) || OBSERVED_LOCKS
  /// A value that only one thread at a time can access.
  ///
  /// `Synchronization.Mutex` requires iOS 18 or macOS 15. This type provides the same interface on
  /// iOS 16, macOS 13 and later versions, using an `OSAllocatedUnfairLock` (decision 0283).
  ///
  /// The type is public although no product contains it, because the optimizer specializes generic
  /// functions of another module only if they are public and inlinable.
  public struct Mutex<Value: ~Copyable>: ~Copyable {
    @usableFromInline let contents: Contents

    // The lock protects the value: only `withLock` accesses it.
    @usableFromInline final class Contents: @unchecked Sendable {
      @usableFromInline let lock = Lock()
      // The value is accessed only in `withLock`, which holds the lock.
      @usableFromInline nonisolated(unsafe) var value: Value

      @usableFromInline init(_ value: consuming sending Value) { self.value = value }
    }

    /// Creates a mutex with an initial value.
    @inlinable
    public init(_ value: consuming sending Value) { contents = Contents(value) }

    /// Calls a closure with exclusive access to the value.
    ///
    /// - Parameter body: A closure that reads and changes the value. It must not access the same
    ///   mutex.
    @inlinable
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      contents.lock.lock()
      defer { contents.lock.unlock() }
      return try body(&contents.value)
    }
  }
#else
  public import Synchronization

  /// A value that only one thread at a time can access. This type is equivalent to
  /// `Synchronization.Mutex` and equally fast.
  public struct Mutex<Value: ~Copyable>: ~Copyable {
    @usableFromInline let contents: Synchronization.Mutex<Value>

    /// Creates a mutex with an initial value.
    @inlinable
    public init(_ value: consuming sending Value) {
      contents = Synchronization.Mutex(value)
    }

    /// Calls a closure with exclusive access to the value.
    ///
    /// - Parameter body: A closure that reads and changes the value. It must not access the same
    ///   mutex.
    @inlinable
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try contents.withLock(body)
    }
  }
#endif

extension Mutex: Sendable where Value: ~Copyable {}
