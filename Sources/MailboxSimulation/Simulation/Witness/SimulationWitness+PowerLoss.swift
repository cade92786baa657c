internal import AppGroupMailbox
internal import Foundation

/// What a power loss took.
extension SimulationWitness {
  /// DUR-1, DUR-2: what was promised is there and whole.
  mutating func losePower(_ volume: SimulatedVolume) {
    let before = sight
    count("power losses")
    resync(volume)
    for id in promised {
      // What had been settled by then may be gone for good.
      guard before.files.contains(where: { $0.message?.id == id && $0.content.isGood }) else { continue }
      check(
        sight.files.contains { $0.message?.id == id }, "DUR-1", "what enqueue returned for survives a power loss",
        "\(id.short) is gone")
    }
    forgetPromises()
    guard settings.durability != .processCrash else { return }
    for file in sight.files {
      guard let id = file.message?.id, !planted.contains(id), !unsynchronized.contains(id) else { continue }
      check(
        file.isRegular && file.content.isGood, "DUR-2",
        "a message that was synchronised before it became visible is whole",
        "\(file.text) holds \(file.content) after the power loss")
    }
  }
}
