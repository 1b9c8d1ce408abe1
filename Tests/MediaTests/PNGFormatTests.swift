import Media
import Testing

@Suite("The file of a picture")
struct PNGFormatTests {
  @Test(
    "is a PNG of the size asked for", arguments: Sample.allCases,
    [
      (1, 1), (2, 3), (7, 5), (39, 400), (40, 40), (41, 40), (150, 150), (600, 600), (320, 180), (2048, 1), (1, 2048),
    ])
  func structure(sample: Sample, size: (width: Int, height: Int)) throws {
    let bytes = try sample.file(width: size.width, height: size.height)
    let file = try #require(PNGFile(bytes))
    #expect(file.chunks.allSatisfy { $0.isIntact })
    #expect(file.chunks.first?.type == "IHDR")
    #expect(file.chunks.last?.type == "IEND")
    #expect(file.chunks.last?.data == [])
    #expect(file.chunks.count { $0.type == "IEND" } == 1)
    #expect(file.width == size.width)
    #expect(file.height == (sample.isSquare ? size.width : size.height))
    #expect(file.methods == [0, 0, 0])
    #expect(file.colorType == (sample.isIndexed ? 3 : 2))
    #expect((sample.isIndexed ? [1, 2, 4, 8] : [8]).contains(file.bitDepth))
    #expect(sample.isIndexed == (1...256).contains(file.palette.count))

    let picture = try #require(DecodedPicture(bytes))
    #expect(picture.width == file.width)
    #expect(picture.height == file.height)
  }

  @Test("keeps the order of its chunks: palette before pixels, nothing after the end")
  func order() throws {
    let file = try #require(PNGFile(Pictures.avatar(seed: "seed", size: 64)))
    let types = file.chunks.map(\.type)
    let palette = try #require(types.firstIndex(of: "PLTE"))
    let pixels = try #require(types.firstIndex(of: "IDAT"))
    #expect(palette < pixels)
  }

  @Test("the test's checksum is the one of the standard")
  func checksum() {
    #expect(PNGFile.checksum("123456789".utf8) == 0xCBF4_3926)
    #expect(PNGFile.checksum("IEND".utf8) == 0xAE42_6082)
  }
}

@Suite("A size")
struct PictureSizeTests {
  private static let invalid = [
    (0, 10), (10, 0), (-1, 10), (10, -1), (2049, 10), (10, 2049), (0, 0), (Int.max, Int.max), (Int.min, Int.min),
    (Int.max, 1), (1, Int.min), (1 << 32, 1), (65_536, 65_536),
  ]

  @Test("out of range is refused", arguments: [Sample.placeholder, .landscape], invalid)
  func refused(sample: Sample, size: (width: Int, height: Int)) {
    #expect(throws: PNGError.sizeOutOfRange(width: size.width, height: size.height)) {
      try sample.file(width: size.width, height: size.height)
    }
  }

  @Test("out of range is refused by square pictures", arguments: [Sample.avatar, .icon], [0, -1, 2049, .max, .min])
  func refusedSquare(sample: Sample, size: Int) {
    #expect(throws: PNGError.sizeOutOfRange(width: size, height: size)) {
      try sample.file(width: size, height: size)
    }
  }

  @Test("may be the greatest", arguments: [Sample.placeholder, .avatar])
  func greatest(sample: Sample) throws {
    let file = try #require(PNGFile(sample.file(width: 2048, height: 2048)))
    #expect([file.width, file.height] == [2048, 2048])
  }
}
