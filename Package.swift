// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "AppGroupMailbox",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "AppGroupMailbox", targets: ["AppGroupMailbox"])
  ],
  targets: [
    .target(name: "CMailboxPlatform"),
    .target(name: "AppGroupMailbox", dependencies: ["CMailboxPlatform"]),
    .target(name: "MailboxSimulation", dependencies: ["AppGroupMailbox"]),
    .target(name: "AdapterKit", dependencies: ["AppGroupMailbox"]),
    .executableTarget(name: "MailboxAdapter", dependencies: ["AdapterKit", "AppGroupMailbox", "MailboxSimulation"]),
    .executableTarget(
      name: "MailboxFuzz", dependencies: ["AdapterKit", "AppGroupMailbox", "ConformanceKit", "MailboxSimulation"]),
    .target(name: "ConformanceKit"),
    .executableTarget(name: "MailboxConformance", dependencies: ["ConformanceKit"]),
    .executableTarget(
      name: "MailboxBenchmark", dependencies: ["AppGroupMailbox", "CMailboxPlatform", "ConformanceKit"]),
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
      name: "ConformanceTests",
      dependencies: [
        "AdapterKit", "AppGroupMailbox", "ConformanceKit", "MailboxAdapter", "MailboxConformance", "MailboxSimulation",
        "MailboxTestSupport",
      ],
      path: "Tests/Conformance"),
  ],
  swiftLanguageModes: [.v6]
)
