// This module provides the platform's C library under a single name. Other modules import this
// module instead of one of the libraries.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif
