import OpenAPI
import Resources
import Testing

/// What operations do for accounts, and what belongs to these.
@Suite struct AccountReaderTests {
  private static let schemas = [
    "User": "id:integer!;email:string!;name:string", "Credentials": "email:string!;password:string!",
    "NewUser": "email:string!;password:string!;name:string", "Change": "name:string;email:string",
    "Session": "access_token:string!;refresh_token:string;expires_in:integer;user:User",
    "Refresh": "refresh_token:string!", "Passwords": "current_password:string!;new_password:string!",
    "Lost": "email:string!", "Code": "email:string!;otp:string!", "Reset": "token:string!;password:string!",
    "Order": "id:integer!;userId:integer!;total:number", "NewOrder": "total:number!", "Message": "message:string",
  ]

  private func model(_ operations: [String]) -> APIModel {
    APIModel(smallDocument(operations, schemas: Self.schemas))
  }

  private static let usual = [
    "POST /auth/register <NewUser >201 Session", "POST /auth/login <Credentials Session",
    "POST /auth/refresh <Refresh Session", "POST /auth/logout >204", "GET /me User", "PATCH /me <Change User",
    "PUT /me/password <Passwords >204", "DELETE /me >204", "GET /users/{id} User", "GET /users [User]",
  ]

  @Test(arguments: [
    ("POST /auth/register <NewUser >201 Session", AccountUse.Role.register),
    ("POST /auth/login <Credentials Session", .signIn), ("POST /auth/refresh <Refresh Session", .refresh),
    ("POST /auth/logout >204", .signOut), ("GET /me User", .me), ("PATCH /me <Change User", .me),
    ("PUT /me/password <Passwords >204", .changePassword), ("DELETE /me >204", .me),
  ])
  func knowsRoles(operation: String, role: AccountUse.Role) throws {
    let found = try #require(model(Self.usual).operations.first { $0.operationID == operation })
    #expect(found.account?.role == role)
    #expect(found.resource == "users")
  }

  @Test(
    arguments: [
      ("POST /auth/forgot-password <Lost Message", AccountUse.Role.recover, nil),
      ("POST /password/reset/verify <Code Message", .recover, "otp"),
      ("POST /users/reset-password <Reset Message", .resetPassword, "token"),
      ("PATCH /password-resets/{token} <Passwords Message", .changePassword, nil),
      ("POST /accounts/verify-email <Code Message", .verify, "otp"),
    ] as [(String, AccountUse.Role, String?)])
  func knowsHowPasswordsAreRecovered(operation: String, role: AccountUse.Role, code: String?) throws {
    let found = try #require(model(Self.usual + [operation]).operations.first { $0.operationID == operation })
    // Who knows the old password has not lost it.
    #expect(found.account?.role == role || role == .changePassword && found.account == nil)
    #expect(found.account?.code == code)
  }

  @Test func saysWhereTokensAndNamesStand() throws {
    let model = model(Self.usual)
    let signIn = try #require(model.operations.first { $0.account?.role == .signIn }?.account)
    #expect(signIn.names == ["email"])
    #expect(signIn.password == "password")
    #expect(signIn.record == "user")
    #expect(signIn.accessTokens == ["access_token"])
    #expect(signIn.refreshTokens == ["refresh_token"])
    #expect(signIn.lifetimes == ["expires_in"])
    #expect(model.accounts?.names == ["email"])
    #expect(model.accounts?.canRegister == true)
  }

  @Test(arguments: ["GET /users/{id} User", "GET /users [User]"]) func leavesOthersAsTheyAre(operation: String) throws {
    let found = try #require(model(Self.usual).operations.first { $0.operationID == operation })
    #expect(found.account == nil)
  }

  @Test func takesACreationWithAPasswordForARegistration() throws {
    let model = model([
      "POST /customers <NewUser >201 User", "GET /customers/{id} User", "POST /sessions <Credentials Session",
    ])
    #expect(model.operations.map(\.account?.role) == [.register, nil, .signIn])
    #expect(model.accounts?.resource == "customers")
  }

  @Test func knowsNoAccountsWhereNobodySignsIn() {
    let model = model(["GET /orders [Order]", "POST /orders <NewOrder >201 Order", "GET /orders/{id} Order"])
    #expect(model.accounts == nil)
  }

  @Test func assignsWhatIsBelowMe() throws {
    let model = model(
      Self.usual + ["GET /me/orders [Order]", "POST /orders <NewOrder >201 Order", "GET /orders/{id} Order"])
    let orders = try #require(model.resource("orders"))
    #expect(orders.ownerMembers == ["userId"])
    let own = model.operations.filter { $0.scopes.contains { $0.parameter == AccountUse.parameter } }.map(\.path)
    #expect(own.contains("/me/orders"))
    #expect(own.contains("/orders"))
  }

  @Test func namesTheResourceByWhatItHolds() {
    let model = model(["POST /login <Credentials Message", "GET /profile User", "PUT /profile <Change User"])
    #expect(model.accounts?.resource == "users")
    #expect(model.operations.dropFirst().allSatisfy { $0.account?.role == .me })
  }
}
