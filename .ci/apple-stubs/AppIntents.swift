// A stand-in for what the documentation's examples use of Apple's module `AppIntents`, so that they are type-checked where there is none.

@_exported import Foundation

public struct LocalizedStringResource: ExpressibleByStringLiteral, Sendable {
  public init(stringLiteral value: String) {}
}

public protocol IntentResult {}

public struct EmptyIntentResult: IntentResult {}

extension IntentResult where Self == EmptyIntentResult {
  public static func result() -> EmptyIntentResult { EmptyIntentResult() }
}

public protocol AppIntent: Sendable {
  associatedtype Result: IntentResult
  static var title: LocalizedStringResource { get }
  init()
  func perform() async throws -> Result
}

@propertyWrapper public struct IntentParameter<Value: Sendable>: Sendable {
  public init(title: LocalizedStringResource) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}

extension AppIntent {
  public typealias Parameter = IntentParameter
}
