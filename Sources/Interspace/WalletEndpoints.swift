import Ethereum
import HTTPCore
import JSON
import Records
import Store
import World

/// The wallets of the signed-in user.
enum WalletEndpoints {
  private static let path = "\(Interspace.base)/wallets"

  static let all = [
    Endpoint(.get, path, "listWallets", .bearer, answer: list),
    Endpoint(.post, "\(path)/connect", "connectWallet", .bearer, answer: connect),
    Endpoint(.delete, "\(path)/{id}", "disconnectWallet", .bearer, answer: disconnect),
  ]

  private static func list(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
    let response = try Reads.list(call, name: "wallets") {
      try WalletSQL.list($0, account: account, $1)
    }
    return response ?? .noContent
  }

  /// 201 for a new wallet, 200 for one that is connected already (CONTRACT §6.1); it then has the type of the request,
  /// and its chain where one is named.
  private static func connect(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
    var fields = FieldReader(try call.request.jsonObject())
    let address = fields.text("address", length: 1...200)
    let signature = fields.text("signature", length: 1...4096)
    let message = fields.text("message", length: 1...10_000)
    let type = fields.text("walletType", length: 1...50)
    let chain = fields.optionalText("chain", length: 1...50)
    try fields.finish()
    let isVerified = try WalletSignature.check(
      address: address, signature: signature, message: message,
      isStrict: call.world.options.interspace.isStrictAboutWallets)
    let new = WalletSQL.New(address: address, type: type, chain: chain ?? "ethereum")
    let (wallet, isNew) = try call.world.store.transaction { connection -> ([UInt8]?, Bool) in
      if let known = try WalletSQL.wallet(connection, address: address, account: account) {
        return (try WalletSQL.reconnect(connection, account: account, new, chain: chain) ?? known, false)
      }
      return (try WalletSQL.insert(connection, account: account, new), true)
    }
    guard let wallet else { throw Problem(.internalError, "the connected wallet could not be read back") }
    var response = Response.json(wallet, status: isNew ? 201 : 200)
    response.headers.append("X-Mock-Verified", isVerified ? "true" : "false")
    return response
  }

  private static func disconnect(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
    let id = call.parameters["id"]
    try call.world.store.transaction { connection in
      guard try WalletSQL.delete(connection, id: id, account: account) else { throw Problem.missing("wallet", id) }
    }
    return .noContent
  }
}
