// mock-api exec -- sh -c 'TEST_RUNNER_MOCK_API_URL=$MOCK_API_URL xcodebuild test -scheme Posts \
//   -destination "platform=iOS Simulator,name=iPhone 15"'
// The app reads its base URL from ProcessInfo.processInfo.environment["MOCK_API_URL_JSONPLACEHOLDER"].
import MockAPITesting
import XCTest

final class PostsUITests: MockAPITestCase {
  override var worldOptions: WorldOptions { WorldOptions(frozenAt: "2026-06-01T08:00:00Z") }

  @MainActor
  func testTheSecondTrySucceeds() async throws {
    try await world.answer("GET /posts", status: 503, once: true)
    let app = XCUIApplication()
    app.launchEnvironment.merge(try world.launchEnvironment) { $1 }
    app.launch()

    XCTAssertTrue(app.staticTexts["The server answered 503"].waitForExistence(timeout: 10))
    app.buttons["Reload"].tap()
    XCTAssertTrue(app.cells["post-1"].waitForExistence(timeout: 10))
    try await world.requests.verify("GET /posts", exactly: 2)
  }
}
