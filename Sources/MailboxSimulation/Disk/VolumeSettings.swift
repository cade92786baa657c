package import AppGroupMailbox

/// What kind of volume it is.
package struct VolumeSettings: Hashable, Sendable {
  /// How finely a volume tells times apart.
  package enum TimeGranularity: Int64, Hashable, Sendable {
    case nanosecond = 1
    /// The tick of older kernels: 4 ms.
    case tick = 4_000_000

    /// The time that the volume notes for a moment.
    func stamp(_ moment: FileTime) -> FileTime {
      FileTime(seconds: moment.seconds, nanoseconds: moment.nanoseconds - moment.nanoseconds % rawValue)
    }
  }

  /// Whether a file can be made without a name.
  package var supportsUnnamedFiles = true
  package var timeGranularity = TimeGranularity.nanosecond
  /// How many bytes all files together may have; `nil` for no end.
  package var byteCapacity: Int?
  /// How many inodes there may be, the root among them; `nil` for no end.
  package var inodeCapacity: Int?
  /// The number that no descriptor of a process reaches, the first being 3; `nil` for no end.
  package var descriptorLimit: RawDescriptor?
  /// Decides the order in which directories list their entries.
  package var seed: UInt64 = 0

  /// No file is larger, in bytes.
  static let largestFile = 1 << 26

  /// A volume without limits.
  package init() {}
}
