import Foundation
import MailboxSimulation

extension HistoryCall {
  var payloads: [String] {
    switch self {
    case .enqueue(let message, _): [message.payload]
    case .batch(let messages): messages.map(\.payload)
    default: []
    }
  }

  var ids: [UUID] {
    switch self {
    case .enqueue(let message, _): [message.id].compactMap(\.self)
    case .batch(let messages): messages.compactMap(\.id)
    default: []
    }
  }

  var isAboutClaim: Bool {
    switch self {
    case .acknowledge, .release, .extend, .reject: true
    default: false
    }
  }

  var endsClaimForGood: Bool {
    if case .extend = self { false } else { isAboutClaim }
  }

  func settles(_ token: UUID) -> Bool {
    self == .acknowledge(token: token) || self == .release(token: token) || self == .extend(token: token)
      || self == .reject(token: token)
  }
}
