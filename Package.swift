// swift-tools-version: 6.2

import PackageDescription

// A target with resources gets an accessor that loads all of Foundation, so only Apple builds carry the privacy manifest.
#if canImport(Darwin)
  let privacyManifest: (resources: [Resource], excluded: [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
  let privacyManifest: (resources: [Resource], excluded: [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

let package = Package(
  name: "AppGroupMailbox",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "AppGroupMailbox", targets: ["AppGroupMailbox"])
  ],
  targets: [
    .target(name: "CMailboxPlatform"),
    .target(
      name: "AppGroupMailbox", dependencies: ["CMailboxPlatform"],
      exclude: privacyManifest.excluded, resources: privacyManifest.resources),
    .target(name: "MailboxSimulation", dependencies: ["AppGroupMailbox"]),
    .target(name: "AdapterKit", dependencies: ["AppGroupMailbox"]),
    .executableTarget(name: "MailboxAdapter", dependencies: ["AdapterKit", "AppGroupMailbox", "MailboxSimulation"]),
    .executableTarget(
      name: "MailboxFuzz", dependencies: ["AdapterKit", "AppGroupMailbox", "ConformanceKit", "MailboxSimulation"]),
    .target(name: "ConformanceKit"),
    .executableTarget(name: "MailboxConformance", dependencies: ["ConformanceKit"]),
    .executableTarget(
      name: "MailboxBenchmark", dependencies: ["AppGroupMailbox", "CMailboxPlatform", "ConformanceKit"]),
    .target(name: "MailboxInspection", dependencies: ["AppGroupMailbox", "ConformanceKit"]),
    .executableTarget(name: "mailbox", dependencies: ["MailboxInspection"]),
    .target(
      name: "MailboxTestSupport",
      dependencies: ["AppGroupMailbox", "ConformanceKit", "MailboxSimulation"],
      path: "Tests/Support"),
    .testTarget(
      name: "UnitTests",
      dependencies: [
        "AppGroupMailbox", "MailboxBenchmark", "MailboxFuzz", "MailboxSimulation", "MailboxTestSupport",
      ],
      path: "Tests/Unit"),
    .testTarget(
      name: "MultiProcessTests",
      dependencies: [
        "AdapterKit", "AppGroupMailbox", "ConformanceKit", "MailboxAdapter", "MailboxSimulation", "MailboxTestSupport",
      ],
      path: "Tests/MultiProcess"),
    .testTarget(
      name: "SecurityTests",
      dependencies: [
        "AdapterKit", "AppGroupMailbox", "ConformanceKit", "MailboxAdapter", "MailboxSimulation", "MailboxTestSupport",
      ],
      path: "Tests/Security"),
    .testTarget(
      name: "InspectionTests",
      dependencies: [
        "AdapterKit", "AppGroupMailbox", "ConformanceKit", "MailboxInspection", "MailboxSimulation",
        "MailboxTestSupport", "mailbox",
      ],
      path: "Tests/Inspection"),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "AdapterKit", "AppGroupMailbox", "ConformanceKit", "MailboxAdapter", "MailboxConformance", "MailboxSimulation",
        "MailboxTestSupport",
      ],
      path: "Tests/Conformance"),
  ],
  swiftLanguageModes: [.v6]
)
