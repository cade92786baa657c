// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "WidgetToApp",
  platforms: [.macOS(.v14)],
  dependencies: [
    // Named, for a path dependency is otherwise called after its folder.
    .package(name: "AppGroupMailbox", path: "../..")
  ],
  targets: [
    // What the two processes share; the app and the widget of `Apple` share it as well.
    .target(
      name: "TapMailbox",
      dependencies: [.product(name: "AppGroupMailbox", package: "AppGroupMailbox")]),
    .executableTarget(
      name: "WidgetToApp",
      dependencies: ["TapMailbox", .product(name: "AppGroupMailbox", package: "AppGroupMailbox")]),
  ],
  swiftLanguageModes: [.v6]
)
