// What Foundation has on Apple systems only; compiled together with the library.

internal import Foundation

extension FileManager {
  func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}
