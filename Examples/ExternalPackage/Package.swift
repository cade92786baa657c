// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "ExternalPackage",
  platforms: [.macOS(.v14)],
  dependencies: [
    // Named, for a path dependency is otherwise called after its folder.
    .package(name: "AppGroupMailbox", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "ExternalPackage",
      dependencies: [.product(name: "AppGroupMailbox", package: "AppGroupMailbox")])
  ],
  swiftLanguageModes: [.v6]
)
