// A stand-in for the part of Apple's module `CoreFoundation` that posts a Darwin notification.

public final class CFAllocator {}
public final class CFString {}
public final class CFDictionary {}
public final class CFNotificationCenter {}

public struct CFNotificationName: RawRepresentable {
  public var rawValue: CFString
  public init(rawValue: CFString) { self.rawValue = rawValue }
  public init(_ rawValue: CFString) { self.rawValue = rawValue }
}

public typealias CFStringEncoding = UInt32

public enum CFStringBuiltInEncodings: CFStringEncoding {
  case UTF8 = 0x0800_0100
}

public func CFStringCreateWithCString(
  _ allocator: CFAllocator!, _ text: UnsafePointer<CChar>!, _ encoding: CFStringEncoding
) -> CFString! { fatalError() }

public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter! { fatalError() }

public func CFNotificationCenterPostNotification(
  _ center: CFNotificationCenter!, _ name: CFNotificationName!, _ object: UnsafeRawPointer!, _ userInfo: CFDictionary!,
  _ deliverImmediately: Bool
) {}
