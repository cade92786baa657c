// What the code blocks of the documentation use and do not declare; .ci/snippets compiles them together with this file.

import AppGroupMailbox
import Foundation

/// What a widget asks its app to do.
enum WidgetAction: Codable, Equatable, Sendable {
  case selectItem(id: UUID)
  case refresh
}

/// Stands for whatever an app does with an action.
@Sendable func handle(_ action: WidgetAction) async throws {}

/// Stands for work that may fail for a while.
@Sendable func upload(_ action: WidgetAction) async throws {}

/// Stands for the place where an app writes down what went wrong.
@Sendable func report(_ error: any Error) {}

let itemID = UUID()
let action = WidgetAction.refresh
let actions = [WidgetAction.refresh]

/// A directory that several processes reach.
let container = FileManager.default.temporaryDirectory

/// A mailbox that is open already.
var mailbox: AppGroupMailbox<WidgetAction> { fatalError("only type-checked") }
