import Media
import Testing
import World

@Suite("The seed of a picture")
struct SeedTests {
  private static let seeds = ["", "a", "b", "ab", "ba", "article-1", "article-2", "ñandú", "\0", "🌋"]

  @Test("gives the same file each time", arguments: Sample.allCases, seeds)
  func same(sample: Sample, seed: String) throws {
    #expect(try sample.file(seed: seed, width: 48, height: 48) == sample.file(seed: seed, width: 48, height: 48))
  }

  @Test("gives another file than other seeds", arguments: [Sample.landscape, .avatar, .icon])
  func other(sample: Sample) throws {
    let files = try Set(Self.seeds.map { try sample.file(seed: $0, width: 96, height: 96) })
    #expect(files.count == Self.seeds.count)
  }

  @Test("gives the same file to whoever asks at the same time")
  func concurrent() async throws {
    let files = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { try Pictures.landscape(seed: "seed", width: 80, height: 45) } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(files.count == 1)
  }

  @Test(
    "gives these pixels on every platform and in every build",
    arguments: [
      (Sample.landscape, "a", UInt64(0x15E0_39C0_3BD2_2780)),
      (.landscape, "b", 0xC4F2_C410_146D_47DD),
      (.landscape, "c", 0xFAFD_F4DD_BBFA_9520),
      (.landscape, "d", 0x72FE_4551_0F6A_0A41),
      (.avatar, "a", 0xC067_B332_82B1_FA27),
      (.icon, "a", 0xE7BE_1646_C5A6_90BB),
      (.icon, "b", 0x3F7F_9FB9_7C7F_AC38),
    ])
  func pixels(sample: Sample, seed: String, hash: UInt64) throws {
    let picture = try #require(DecodedPicture(sample.file(seed: seed, width: 120, height: 80)))
    let text = picture.bytes.map { String($0, radix: 16) }.joined(separator: " ")
    #expect(SeededGenerator.hash(text) == hash)
  }
}

@Suite("The generator of drawings")
struct SeededGeneratorTests {
  @Test(
    "hashes as FNV-1a does",
    arguments: [("", UInt64(0xCBF2_9CE4_8422_2325)), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)])
  func hash(text: String, hash: UInt64) {
    #expect(SeededGenerator.hash(text) == hash)
  }

  @Test("counts as SplitMix64 does")
  func numbers() {
    var generator = SeededGenerator(state: 1_234_567)
    let numbers = (0..<3).map { _ in generator.next() }
    #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test("stays in its ranges", arguments: [UInt64(0), 1, .max])
  func ranges(state: UInt64) {
    var generator = SeededGenerator(state: state)
    for place in 0..<1000 {
      #expect((0..<1).contains(generator.fraction()))
      #expect((-2.0...3).contains(generator.number(in: -2...3)))
      #expect((0..<7).contains(generator.index(below: 7)))
      let noise = ValueNoise(seed: state)
      #expect((0...1).contains(noise.layered(at: Double(place) * 0.37, octaves: 4)))
      #expect((0...1).contains(noise.layered(at: Double(place) * 0.37, octaves: 4, hasPeaks: true)))
    }
  }
}
