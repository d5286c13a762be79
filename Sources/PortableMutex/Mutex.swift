#if canImport(os)
  public import os

  /// A value that only one thread at a time can access.
  ///
  /// `Synchronization.Mutex` needs iOS 18 and macOS 15. This type has the same interface from iOS 16
  /// and macOS 13 on, where it is an `OSAllocatedUnfairLock` (decision 0283).
  ///
  /// It is public although no product contains it: the optimizer specializes generic functions of
  /// another module only if they are public and inlinable.
  public struct Mutex<Value: ~Copyable>: ~Copyable {
    @usableFromInline let contents: Contents

    // The lock protects the value: only `withLock` accesses it.
    @usableFromInline final class Contents: @unchecked Sendable {
      @usableFromInline let lock = OSAllocatedUnfairLock()
      // Accessed in `withLock` only, which holds the lock.
      @usableFromInline nonisolated(unsafe) var value: Value

      @usableFromInline init(_ value: consuming sending Value) { self.value = value }
    }

    /// Creates a mutex with its value.
    @inlinable
    public init(_ value: consuming sending Value) { contents = Contents(value) }

    /// Calls a function with the value, which no other thread accesses during the call.
    ///
    /// - Parameter body: Reads and changes the value. It must not access the same mutex.
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

  /// A value that only one thread at a time can access: an alternative to `Synchronization.Mutex`
  /// that is equally fast.
  public struct Mutex<Value: ~Copyable>: ~Copyable {
    @usableFromInline let contents: Synchronization.Mutex<Value>

    /// Creates a mutex with its value.
    @inlinable
    public init(_ value: consuming sending Value) {
      contents = Synchronization.Mutex(value)
    }

    /// Calls a function with the value, which no other thread accesses during the call.
    ///
    /// - Parameter body: Reads and changes the value. It must not access the same mutex.
    @inlinable
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try contents.withLock(body)
    }
  }
#endif

extension Mutex: Sendable where Value: ~Copyable {}
