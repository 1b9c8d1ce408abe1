import ServerTestSupport
import Testing

@Suite("The default profile and the primary wallet")
struct DefaultRecordTests {
  /// The generator of Vigna's splitmix64, so that each seed is one sequence for ever.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Test(
    "are one each after any calls, where there are profiles and wallets",
    arguments: 1...4 as ClosedRange<UInt64>)
  func randomOperations(seed: UInt64) throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    let strangers = try stranger.createProfile("stranger")
    var dice = Dice(state: seed)
    var kinds: Set<Int> = []
    for step in 1...60 {
      let (profiles, wallets) = (try client.profiles, try client.wallets)
      let kind = Int.random(in: 0..<5, using: &dice)
      let status: Int
      switch kind {
      case 0:
        status = try client.send("POST", "/profiles", body: InterspaceBody.profile("user_\(seed)_\(step)")).status
      case 1:
        let profile = try #require(profiles.randomElement(using: &dice))
        status = try client.send("DELETE", "/profiles/\(profile.id)").status
        #expect(status == (profiles.count == 1 ? 400 : 204))
      case 2:
        let profile = try #require(profiles.randomElement(using: &dice))
        status = try client.send("PATCH", "/profiles/\(profile.id)", body: #"{"isDefault":true}"#).status
        #expect(try client.profiles.first { $0.isDefault }?.id == profile.id)
      case 3:
        let address = "wallet \(Int.random(in: 1...6, using: &dice))"
        status = try client.send("POST", "/wallets/connect", body: InterspaceBody.wallet(address)).status
        #expect(status == (wallets.contains { $0.address == address } ? 200 : 201))
      default:
        let id = wallets.randomElement(using: &dice)?.id ?? "wallet_0"
        status = try client.send("DELETE", "/wallets/\(id)").status
        #expect(status == (wallets.isEmpty ? 404 : 204))
      }
      #expect(status < 500, "seed \(seed), step \(step)")
      kinds.insert(kind)
      #expect(try client.profiles.filter(\.isDefault).count == 1, "seed \(seed), step \(step), operation \(kind)")
      let primaries = try client.wallets.filter(\.isPrimary).count
      #expect(primaries == (try client.wallets.isEmpty ? 0 : 1), "seed \(seed), step \(step), operation \(kind)")
    }
    #expect(kinds.count == 5)
    #expect(try stranger.profiles == [strangers])
  }

  @Test("are replaced by the oldest that is left when they go")
  func succession() throws {
    let client = try InterspaceClient()
    #expect(try client.send("PATCH", "/profiles/profile_3", body: #"{"isDefault":true}"#).status == 200)
    #expect(try client.send("DELETE", "/profiles/profile_3").status == 204)
    #expect(try client.profiles.filter(\.isDefault).map(\.id) == ["profile_1"])
    let third = try client.connectWallet("0x...")
    #expect(!third.isPrimary)
    #expect(try client.send("DELETE", "/wallets/wallet_1").status == 204)
    #expect(try client.wallets.filter(\.isPrimary).map(\.id) == ["wallet_2"])
    for id in ["wallet_2", third.id] { #expect(try client.send("DELETE", "/wallets/\(id)").status == 204) }
    #expect(try client.wallets.isEmpty)
    #expect(try client.connectWallet("0x...").isPrimary)
  }

  @Test("cannot be given up by a change, of which nothing else happens then")
  func notDefault() throws {
    let client = try InterspaceClient()
    let before = try client.profiles
    let refused = try client.send("PATCH", "/profiles/profile_1", body: #"{"isDefault":false,"displayName":"Other"}"#)
    #expect(refused.status == 400)
    #expect((refused.error["details"] as? [String: Any])?["field"] as? String == "isDefault")
    #expect(try client.profiles == before)
    // Another one is no default anyway.
    #expect(try client.send("PATCH", "/profiles/profile_3", body: #"{"isDefault":false}"#).status == 200)
    #expect(try client.profiles == before)
  }
}
