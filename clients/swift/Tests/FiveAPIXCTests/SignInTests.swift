import MockAPITesting
import SampleApp
import XCTest

/// The same for XCTest: a few of the tests, as its users write them.
final class SignInTests: MockAPITestCase {
  override var worldOptions: WorldOptions {
    WorldOptions(frozenAt: "2026-06-01T08:00:00Z", leakedSockets: .error)
  }

  func testASignInGivesATokenAndTheAccount() async throws {
    let app = APIClient(try world.url(.agrobridge))
    let session: AgroBridge.Session = try await app.post("auth/login", AgroBridge.demo)
    XCTAssertEqual(session.user.nombre, "Juan Pérez")
    try await world.requests.verify(JournalMatch("POST", status: 200, operationId: "login"), exactly: 1)
  }

  func testATokenEndsWithItsLife() async throws {
    let token = try await world.tokens.mint(.agrobridge, account: "user_123", expiresIn: "1m")
    let app = APIClient(try world.url(.agrobridge), token: token.token)
    _ = try await app.get("lotes", as: AgroBridge.LotePage.self)
    try await world.clock.advance(by: "61s")
    do {
      _ = try await app.get("lotes", as: AgroBridge.LotePage.self)
      XCTFail("the token is still good")
    } catch let failure as APIClient.Failure {
      XCTAssertEqual(failure.status, 401)
    }
  }

  func testAnAppFindsItsWorldInItsEnvironment() async throws {
    let environment = try world.launchEnvironment
    let url = try XCTUnwrap(environment["MOCK_API_URL_AGROBRIDGE"].flatMap(URL.init(string:)))
    let session: AgroBridge.Session = try await APIClient(url).post("auth/login", AgroBridge.demo)
    XCTAssertEqual(session.user.id, "user_123")
    XCTAssertEqual(environment["MOCK_API_URL"], try world.baseURL.absoluteString)
    let count = try await world.requests.count(JournalMatch("POST")).count
    XCTAssertEqual(count, 1)
  }
}
