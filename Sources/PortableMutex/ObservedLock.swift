#if OBSERVED_LOCKS
  internal import SystemLibrary

  /// A lock that the thread sanitizer observes, unlike that of `Synchronization.Mutex`
  /// (decision 0405).
  @usableFromInline final class ObservedLock: Sendable {
    // The C library synchronizes all access to the lock.
    private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(
      capacity: 1)

    @usableFromInline init() { pthread_mutex_init(mutex, nil) }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    @usableFromInline func lock() { pthread_mutex_lock(mutex) }

    @usableFromInline func unlock() { pthread_mutex_unlock(mutex) }
  }
#endif
