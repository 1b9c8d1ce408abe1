/// Keccak with a digest of 256 bits as Ethereum uses it: the sponge of FIPS 202 §4 with the padding of Keccak's own
/// submission, whose first byte is 0x01. SHA3-256 of FIPS 202 §6.1 begins it with 0x06 and gives other digests.
package enum Keccak256 {
  /// The 32 bytes of the digest. Time is linear in the input; memory beyond it is one block.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    let rate = KeccakState.rate
    let wholeBlocks = bytes.count / rate
    var state = KeccakState()
    bytes.withUnsafeBytes { input in
      for block in 0..<wholeBlocks { state.absorb(input, at: block * rate) }
    }
    padded(bytes[(wholeBlocks * rate)...]).withUnsafeBytes { state.absorb($0, at: 0) }
    return state.digest
  }

  /// The last block: less than a block of input, then pad10*1 (FIPS 202 §5.1).
  private static func padded(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    var block = Array(rest)
    block.reserveCapacity(KeccakState.rate)
    block.append(0x01)
    block.append(contentsOf: repeatElement(0, count: KeccakState.rate - block.count))
    block[KeccakState.rate - 1] |= 0x80
    return block
  }
}
