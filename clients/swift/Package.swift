// swift-tools-version: 6.2
import PackageDescription

// The kit's tests and benchmark, which are built without the server. Other packages depend on the package in the root of the
// repository by its URL, whose products are these.
let package = Package(
  name: "MockAPITesting",
  platforms: [.iOS(.v15), .macOS(.v12)],
  products: [
    // For test targets: the trait of Swift Testing and the base class of XCTest. It brings the client along.
    .library(name: "MockAPITesting", targets: ["MockAPITesting"]),
    // The client alone, for targets that no test framework can be linked into: an app's debug menu, a tool, a preview.
    .library(name: "MockAPIClient", targets: ["MockAPIClient"]),
  ],
  targets: [
    .target(name: "MockAPIClient"),
    .target(name: "MockAPITesting", dependencies: ["MockAPIClient"]),
    .executableTarget(name: "KitBench", dependencies: ["MockAPIClient", "SampleApp"], path: "Tests/KitBench"),
    // What the tests' app needs: models written from the documents, and a WebSocket where Foundation has none.
    .target(name: "SampleApp", dependencies: [], path: "Tests/SampleApp"),
    // Tests that fail or never end. Others start them as a program of its own and look at what comes of it.
    .testTarget(name: "OutsideTests", dependencies: ["MockAPITesting", "SampleApp"]),
    .testTarget(name: "KitTests", dependencies: ["MockAPITesting", "SampleApp"]),
    .testTarget(name: "FiveAPITests", dependencies: ["MockAPITesting", "SampleApp"]),
    .testTarget(name: "FiveAPIXCTests", dependencies: ["MockAPITesting", "SampleApp"]),
  ],
  swiftLanguageModes: [.v6]
)
