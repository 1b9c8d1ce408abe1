import HTTPCore
import Testing

/// A message with its signature by a known key, as eth-account 0.14 makes it (`Account.sign_message` of
/// `encode_defunct`). The first two are examples in the documentation of eth-account and of web3.js.
struct SignedMessage: Sendable {
  let message: String
  let signer: String
  let v: UInt8
  let r: String
  let s: String

  init(_ message: String, by signer: String, v: UInt8, r: String, s: String) {
    (self.message, self.signer, self.v, self.r, self.s) = (message, signer, v, r, s)
  }

  /// The signature as wallets hand it over.
  var signature: String { signature(v: v) }

  /// The signature with another last byte.
  func signature(v: UInt8) -> String {
    "0x" + r + s + (v < 16 ? "0" : "") + String(v, radix: 16)
  }
}

extension SignedMessage: CustomTestStringConvertible {
  var testDescription: String { "\(message.prefix(12).debugDescription) by \(signer.prefix(6))" }
}

extension SignedMessage {
  /// The example in eth-account's documentation.
  static let example = SignedMessage(
    "I♥SF", by: "0x5ce9454909639D2D17A3F753ce7d93fa0b9aB12E", v: 28,
    r: "e6ca9bba58c88611fad66a6ce8f996908195593807c4b38bd528d2cff09d4eb3",
    s: "3e5bfbbf4d3e39b1a2fd816a7680c19ebebaf3a141b239934ad43cb33fcec8ce")

  /// Of five keys, the least and the greatest possible among them; v is 27 for some and 28 for others.
  static let all: [SignedMessage] = [
    example,
    SignedMessage(
      "Some data", by: "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23", v: 28,
      r: "b91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd",
      s: "6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a029"),
    SignedMessage(
      "", by: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf", v: 27,
      r: "0ac02a3eb3039b7a3ebb6a35f1e0dd31a4ed51781205a2c193354752a25edad5",
      s: "0593868baf38c519b78bdc61a23c3f55e058c29f8b83d79ae48cc47d931afaed"),
    SignedMessage(
      "Log in to AgroBridge\n\nNonce: 7\n", by: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf", v: 27,
      r: "25fd1b1e51585b95487b604e9efd1a67b64ecf1f1dc8fb5c9987dd4122401627",
      s: "782bbc8df5c60d7c0e59ff6b717640edb3ab03deb3ddca8297a184f03e046faa"),
    SignedMessage(
      "first\r\nsecond\r\n", by: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf", v: 28,
      r: "4abafde9b2a0bebac0713fc80f25715d995e10fb90f4afeac1d661868aca97bb",
      s: "07b49153181124864ae151e7be44181764170bbb506d2497c1ec8fb5c5e12b92"),
    SignedMessage(
      "caf\u{E9}", by: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf", v: 27,
      r: "66981c33816d3b48d801ab7ceecb9a12d9971ae7dbb7db6a9a644ddc88edc4a9",
      s: "7786f7e82af453689b208dd534fef0dd07c253aae52b562e2bdd76dc04e81706"),
    SignedMessage(
      String(repeating: "a", count: 65_536), by: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf", v: 28,
      r: "c0e2c2409de48cff33fbc3fdd84ea0462014fc38e8832f65676540981c3c1bf6",
      s: "79580d756402d61f9f5c0e9715e557e69c32a2e4581051e3e566c0a52a88fd27"),
    SignedMessage(
      "", by: "0x5ce9454909639D2D17A3F753ce7d93fa0b9aB12E", v: 28,
      r: "4aa8f9a262f0a1c12c26f4a27669636533e6fac0515f2da4ef5e264fff6fca10",
      s: "1646f492b7b07550dd907cec45544d1abe0142706032b222d13010ba3c8789f3"),
    SignedMessage(
      "a\0b", by: "0x5ce9454909639D2D17A3F753ce7d93fa0b9aB12E", v: 28,
      r: "057f5d4c17dfda5dba0c00a6192adf23575f495867bb38b50c727db287cf00b9",
      s: "2c949e9135cb050d01d4b0ee8c31a77e652a9630af78e54d99923bb9daf52110"),
    SignedMessage(
      "cafe\u{301}", by: "0x5ce9454909639D2D17A3F753ce7d93fa0b9aB12E", v: 27,
      r: "5ef00d471069ffea8efe66dd4f8ad19cc9aa6bbd36dbcbb0f382c8898a484a82",
      s: "527e254db8cd19686f30d6d47dae3a012031122cd959dc3d3661541904595153"),
    SignedMessage(
      String(repeating: "x", count: 100), by: "0x5ce9454909639D2D17A3F753ce7d93fa0b9aB12E", v: 27,
      r: "679d5dcce24a91cb2f1d015b9cb1e592529db102bc4c9eb0b5183cb0f8ecc6a5",
      s: "1ddb6116e419522f3e7311f8b2a0d6e20e7344ec6cbc9f86082975e902b704bd"),
    SignedMessage(
      "", by: "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23", v: 27,
      r: "8a68b4e66cd2b575338e16069d7b65f6f67c7ceae8945dccf8cb7bdb06278d93",
      s: "3dd9c888f3444ca4698464079a067ad3cfffe96d493b8ecf56885169d0fdfe7d"),
    SignedMessage(
      "\u{1F469}\u{200D}\u{1F33E} ¡hola! 日本語", by: "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23", v: 27,
      r: "44c2570fdff225856cdb71c8648fcafa9d5420f49492add861e8f972f807440c",
      s: "7231e7e7858348059c1ecac28f1b297736ea7b99e6d698695604336995e3ab53"),
    SignedMessage(
      String(repeating: "a", count: 10_000), by: "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23", v: 27,
      r: "46df07d5d92fd54f0434a517bf44db7f2b37b1ed311dfcb765442f9f639ef8d4",
      s: "5eb2afc72c20beb5808c12d2eb76e46ceb160e5bf45fae238bc305820197808d"),
    SignedMessage(
      "", by: "0x80C0dbf239224071c59dD8970ab9d542E3414aB2", v: 28,
      r: "7f0369ff554ebf5e11da5d6a7fac510d4d61a4635b14c2b70062c048b9b882b0",
      s: "2b3d3c67492573d59fc2ae7739a14b2204775306623bda6bf7832b982c17abcd"),
    SignedMessage(
      "Log in to AgroBridge\n\nNonce: 7\n", by: "0x80C0dbf239224071c59dD8970ab9d542E3414aB2", v: 27,
      r: "4c923a8c10b47e5a3a19e0d31fe564c62457751c21b3584b9e77dbd078101d83",
      s: "022e8ce46ee2f5ac0e81fa877b6d235c56b7c58ed366b13f01bcefb07143c432"),
    SignedMessage(
      String(repeating: "x", count: 99), by: "0x80C0dbf239224071c59dD8970ab9d542E3414aB2", v: 27,
      r: "be763f9b9b3156d687f7b92498791dd2df4afad0eb4b0901416eb27552731af1",
      s: "690cecf4669abdad404856cf8ddc81edcc6d90d508571cf2117e49bd2c972462"),
    SignedMessage(
      "0x68656c6c6f", by: "0x80C0dbf239224071c59dD8970ab9d542E3414aB2", v: 27,
      r: "723656b3dfb859af2a03dc72a784d87a8f19f7760ab3b53f3432d79487a1b8c0",
      s: "7de52712556108882aea6435eeb37eacbc11718056bab8d72ac1bc9a50f4d99f"),
    SignedMessage(
      "first\r\nsecond\r\n", by: "0x595DFe6E585F68e953538585E05dDcfB01a814c2", v: 28,
      r: "928dd36f9b12b0af9020035a39a73b9e82442b7cd5cd3d174f4063600421e55d",
      s: "5e5cec3a0c89878f3a7d36ec6bbb689b18f9d07fd79b4e1fa16ebd4fa1febfa6"),
    SignedMessage(
      "\u{1F469}\u{200D}\u{1F33E} ¡hola! 日本語", by: "0x595DFe6E585F68e953538585E05dDcfB01a814c2", v: 28,
      r: "c743fb2b6efa167c5849281fbaa8f35150492efb250758dec806902623f1aafe",
      s: "6f25cb35da56219d9a1b0724112df4d40684ae03282a08729d31ebf8a02546bf"),
    SignedMessage(
      String(repeating: "a", count: 10_000), by: "0x595DFe6E585F68e953538585E05dDcfB01a814c2", v: 27,
      r: "8cdeacdf80d9a9b84571317339638e884c8754336c4f07aebcee46eafdea38bf",
      s: "772b840a29ba7b5b25b37672828875b12d5e46a36e0ce9442284c8881ad40b88"),
    SignedMessage(
      String(repeating: "a", count: 65_536), by: "0x595DFe6E585F68e953538585E05dDcfB01a814c2", v: 28,
      r: "4edcaab5c575b05708c2f85ac704007a24c77ea12b22a6ff40d3bedddaae85cf",
      s: "724f643c925a453b555b09ec7e9ecb5ea3b5666c3b2f49fd54b166152fb8addd"),
  ]
}

/// A text for a test, which the test's log shows cut short.
struct Sample: Sendable, ExpressibleByStringInterpolation, CustomTestStringConvertible {
  let text: String

  init(stringLiteral text: String) {
    self.text = text
  }

  init(_ unit: String, times count: Int) {
    text = String(repeating: unit, count: count)
  }

  var testDescription: String { text.clipped(to: 48).debugDescription }
}
