import Foundation
import ServerTestSupport
import Testing

@Suite("Wallets")
struct WalletTests {
  /// Messages with their signatures by known keys, as eth-account makes them; the first two are examples in the
  /// documentation of eth-account and of web3.js.
  struct Proof: Sendable, CustomTestStringConvertible {
    let message: String
    let address: String
    let signature: String

    var testDescription: String { message }

    func body(address other: String? = nil, message changed: String? = nil) -> String {
      """
      {"address":"\(other ?? address)","signature":"\(signature)","message":"\(changed ?? message)",
      "walletType":"metamask","chain":"base"}
      """
    }
  }

  static let proofs = [
    Proof(
      message: "I♥SF", address: "0x5ce9454909639D2D17A3F753ce7d93fa0b9aB12E",
      signature: "0xe6ca9bba58c88611fad66a6ce8f996908195593807c4b38bd528d2cff09d4eb3"
        + "3e5bfbbf4d3e39b1a2fd816a7680c19ebebaf3a141b239934ad43cb33fcec8ce1c"),
    Proof(
      message: "Some data", address: "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23",
      signature: "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd"
        + "6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c"),
    Proof(
      message: "Log in to AgroBridge\\n\\nNonce: 7\\n", address: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf",
      signature: "0x25fd1b1e51585b95487b604e9efd1a67b64ecf1f1dc8fb5c9987dd4122401627"
        + "782bbc8df5c60d7c0e59ff6b717640edb3ab03deb3ddca8297a184f03e046faa1b"),
  ]

  @Test(
    "are connected on the documentation's own placeholders (CONTRACT Q-S3)", arguments: ["0x...", "wallet", "0x12"])
  func placeholder(address: String) throws {
    let client = try InterspaceClient()
    let response = try client.send("POST", "/wallets/connect", body: InterspaceBody.wallet(address))
    #expect(response.status == 201)
    #expect(response.header("X-Mock-Verified") == "false")
    let wallet: InterspaceModels.Wallet = try response.decoded()
    #expect(wallet.address == address)
    #expect(wallet.type == "metamask")
    #expect(wallet.chain == "ethereum")
    #expect(!wallet.isPrimary)
    #expect(try client.wallets.last == wallet)
  }

  @Test("are verified where the signature is real", arguments: proofs)
  func verified(proof: Proof) throws {
    let client = try InterspaceClient()
    let response = try client.send("POST", "/wallets/connect", body: proof.body())
    #expect(response.status == 201)
    #expect(response.header("X-Mock-Verified") == "true")
    #expect(try response.decoded(as: InterspaceModels.Wallet.self).address == proof.address)
    #expect(try response.decoded(as: InterspaceModels.Wallet.self).chain == "base")
    let again = try client.send("POST", "/wallets/connect", body: proof.body(address: proof.address.lowercased()))
    #expect(again.status == 200)
    #expect(again.header("X-Mock-Verified") == "true")
    #expect(again.text == response.text)
  }

  @Test("are refused when somebody else signed, or another message", arguments: proofs)
  func otherSigner(proof: Proof) throws {
    let client = try InterspaceClient()
    let before = try client.wallets
    for body in [
      proof.body(address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"), proof.body(message: "another message"),
      proof.body().replacing("1c\",\"message\"", with: "05\",\"message\"").replacing(
        "1b\",\"message\"", with: "05\",\"message\""),
    ] {
      let response = try client.send("POST", "/wallets/connect", body: body)
      #expect(try response.refusal == "400 VALIDATION_ERROR signature")
      #expect(response.header("X-Mock-Verified") == nil)
    }
    #expect(try client.wallets == before)
  }

  @Test("that are connected already stay one, in whatever case the address comes")
  func again() throws {
    let client = try InterspaceClient()
    let before = try client.wallets
    for address in [
      before[0].address, before[0].address.lowercased(), "0x" + before[0].address.dropFirst(2).uppercased(),
    ] {
      let response = try client.send("POST", "/wallets/connect", body: InterspaceBody.wallet(address))
      #expect(response.status == 200)
      #expect(try response.decoded(as: InterspaceModels.Wallet.self) == before[0])
    }
    #expect(try client.wallets == before)
  }

  @Test("of the same address may belong to two accounts")
  func shared() throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    let address = try client.wallets[0].address
    let wallet = try stranger.connectWallet(address)
    #expect(wallet.isPrimary)
    #expect(try stranger.send("DELETE", "/wallets/\(wallet.id)").status == 204)
    #expect(try client.wallets[0].address == address)
  }

  @Test("say which fields are missing", arguments: ["address", "signature", "message", "walletType"])
  func missing(field: String) throws {
    let client = try InterspaceClient()
    let body = InterspaceBody.wallet("0x...").replacing("\"\(field)\"", with: "\"other\"")
    #expect(try client.send("POST", "/wallets/connect", body: body).refusal == "400 VALIDATION_ERROR \(field)")
    let all = try client.send("POST", "/wallets/connect", body: "{}").interspaceError.details ?? [:]
    #expect(Set(all.keys) == ["field", "address", "signature", "message", "walletType"])
  }
}
