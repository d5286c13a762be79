// This module provides the platform's C library under a single name. It is the only place that
// distinguishes the libraries.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif
