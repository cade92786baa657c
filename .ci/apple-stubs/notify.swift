// A stand-in for the part of Apple's module `notify` that listens for Darwin notifications.

public import Dispatch

public var NOTIFY_STATUS_OK: UInt32 { 0 }

public func notify_register_dispatch(
  _ name: UnsafePointer<CChar>!, _ token: UnsafeMutablePointer<Int32>!, _ queue: DispatchQueue!,
  _ handler: (@Sendable (Int32) -> Void)!
) -> UInt32 { fatalError() }

public func notify_cancel(_ token: Int32) -> UInt32 { fatalError() }
