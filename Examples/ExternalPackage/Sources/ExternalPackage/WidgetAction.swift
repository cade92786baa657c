import Foundation

/// What a widget asks its app to do.
enum WidgetAction: Codable, Equatable, Sendable {
  case selectItem(id: UUID)
  case refresh
}
