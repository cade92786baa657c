import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What this machine and this user offer to the cases, found by trying.
package struct EnvironmentProbe: Sendable {
  package let offered: Set<String>
  /// Whether cases for a user without rights are run by root, who gives them up for the adapter.
  package let mustDropPrivileges: Bool

  /// - Parameter folder: An empty folder on the file system that the cases will use.
  package init(in folder: String) {
    var offered: Set<String> = [geteuid() == 0 ? "root" : "nonroot"]
    mustDropPrivileges = geteuid() == 0
    if mustDropPrivileges, FileManager.default.isExecutableFile(atPath: Unprivileged.program) {
      offered.insert("nonroot")
    }
    func offers(_ name: String, _ kind: PlantedEntry.Kind) {
      do {
        try PlantedEntry("probe-\(name)", kind).plant(in: folder, now: Date())
        offered.insert(name)
      } catch {
        // Then the machine does not offer it, for whatever reason.
      }
    }
    offers("file", .file([]))
    offered.remove("file")
    offers("symlink", .symbolicLink(to: "nowhere"))
    offers("hardlink", .hardLink(of: "probe-file"))
    offers("fifo", .fifo)
    offers("socket", .socket)
    offers("sparse", .sparse(bytes: 1 << 40))
    if chmod("\(folder)/probe-file", 0o640) == 0, FoundEntry(Array("probe-file".utf8), in: folder)?.mode == 0o640 {
      offered.insert("chmod")
    }
    if FoundEntry(Array("PROBE-FILE".utf8), in: folder) == nil { offered.insert("caseSensitive") }
    self.offered = offered
  }
}
