/// Makes inputs: conversations from a dictionary of STOMP, and mutations of inputs that led to something new.
struct Generator {
  var random: Random
  private var pool: [[UInt8]]
  private static let poolCapacity = 4096

  init(seed: UInt64, pool: [[UInt8]]) {
    random = Random(seed: seed)
    self.pool = pool
  }

  mutating func next() -> Input {
    var bytes = pool.isEmpty || random.oneIn(3) ? conversation() : random.pick(pool)
    if !random.oneIn(4) {
      for _ in 0...random.below(4) { mutate(&bytes) }
    }
    return Input(Array(bytes.prefix(Input.maximumBytes)))
  }

  /// Keeps an input that led to something new, as a start for others.
  mutating func keep(_ input: Input) {
    if pool.count < Self.poolCapacity {
      pool.append(input.bytes)
    } else {
      pool[random.below(pool.count)] = input.bytes
    }
  }

  // MARK: Conversations

  private mutating func conversation() -> [UInt8] {
    var bytes = [UInt8(truncatingIfNeeded: random.next()), UInt8(truncatingIfNeeded: random.next())]
    for _ in 0...random.below(5) { bytes += frame() }
    return bytes
  }

  private mutating func frame() -> [UInt8] {
    let lineEnd = random.oneIn(5) ? "\r\n" : "\n"
    let command = random.pick(random.oneIn(12) ? Dictionary.oddCommands : Dictionary.commands)
    var text = command + lineEnd
    for name in Dictionary.usualHeaders[command] ?? [] where !random.oneIn(12) {
      text += name + ":" + value(of: name) + lineEnd
    }
    for _ in 0..<max(0, random.below(5) - 2) {
      let name = random.pick(Dictionary.names)
      text += name + (random.oneIn(20) ? "" : ":") + value(of: name) + lineEnd
    }
    if !random.oneIn(16) { text += lineEnd }
    if command == "SEND" || random.oneIn(12) { text += random.pick(Dictionary.bodies) }
    return Array((text + random.pick(Dictionary.ends)).utf8)
  }

  private mutating func value(of name: String) -> String {
    if !random.oneIn(8), let values = Dictionary.values[name] { return random.pick(values) }
    return random.pick(Dictionary.oddValues)
  }

  // MARK: Mutations

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let index = random.below(bytes.count)
    let length = min(1 + random.below(random.oneIn(4) ? 64 : 6), bytes.count - index)
    switch random.below(8) {
    case 0: bytes[index] ^= 1 << UInt8(random.below(8))
    case 1: bytes[index] = random.pick(Dictionary.bytes)
    case 2: bytes.insert(contentsOf: token(), at: index)
    case 3: bytes.removeSubrange(index..<index + length)
    case 4: bytes.insert(contentsOf: bytes[index..<index + length], at: random.below(bytes.count))
    case 5: bytes.insert(contentsOf: frame(), at: index)
    case 6: splice(&bytes, at: index)
    default: bytes.insert(contentsOf: Array(repeating: random.pick(Dictionary.bytes), count: 1 + length), at: index)
    }
    while bytes.count < Input.headerBytes { bytes.append(0) }
  }

  private mutating func token() -> [UInt8] {
    let lists = [Dictionary.names, Dictionary.oddValues, Dictionary.ends, Dictionary.bodies, Dictionary.oddCommands]
    return Array(random.pick(random.pick(lists)).utf8)
  }

  private mutating func splice(_ bytes: inout [UInt8], at index: Int) {
    guard !pool.isEmpty else { return }
    let other = random.pick(pool)
    bytes = Array(bytes[..<index]) + other[random.below(other.count)...]
  }
}
