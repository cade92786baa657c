// A stand-in for what the documentation's examples use of Apple's module `SwiftUI`, so that they are type-checked where there is none.

@_exported import Foundation
@_exported import Observation

@MainActor public protocol App {
  associatedtype Body: Scene
  init()
  @SceneBuilder var body: Body { get }
}

extension App {
  public static func main() {}
}

@MainActor public protocol Scene {}

@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
}

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct Text: View {
  public init(verbatim content: String) {}
  public var body: Never { fatalError() }
}

public struct List<Content: View>: View {
  public init<Data: RandomAccessCollection, ID: Hashable>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> Content
  ) {}
  public var body: Never { fatalError() }
}

extension View {
  public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View { self }
}

@propertyWrapper @MainActor public struct State<Value> {
  public init(wrappedValue: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}
