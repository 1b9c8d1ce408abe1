import HTTPCore
import JSON
import Store
import World

/// Makes the 5,000 photos, 50 an album: titles from lists of words, colours from the photo's number.
enum PhotoSeeds {
  private static let albums = 100
  private static let photosPerAlbum = 50

  /// The words that titles are made of.
  private struct Words {
    let adjectives: [String]
    let subjects: [String]
    let places: [String]

    /// - Throws: ``Problem`` when a list is missing or empty.
    init(_ json: String) throws(Problem) {
      let object = (try? JSONParser.parse(Array(json.utf8)))?.object
      func list(_ name: String) throws(Problem) -> [String] {
        let words = object?[name]?.array?.compactMap(\.string) ?? []
        guard !words.isEmpty else { throw Problem(.internalError, "the seed file photos.json has no \(name)") }
        return words
      }
      adjectives = try list("adjectives")
      subjects = try list("subjects")
      places = try list("places")
    }

    /// A title for each number, the same one only after a full round through the lists.
    func title(_ number: Int) -> String {
      let subject = subjects[number % subjects.count]
      let adjective = adjectives[(number / subjects.count + number) % adjectives.count]
      let place = places[(number / (subjects.count * adjectives.count) + number * 7) % places.count]
      return "\(adjective) \(subject) \(place)"
    }
  }

  /// A JSON array of all photos.
  static func records(_ folder: SeedFolder) throws -> String {
    let text = try folder.text("demo/photos.json")
    // The list of records itself, as JSONPlaceholder publishes it.
    if text.utf8.first(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) == UInt8(ascii: "[") { return text }
    let words = try Words(text)
    var writer = JSONWriter(sortedKeys: false)
    writer.array { writer in
      for number in 0..<(albums * photosPerAlbum) {
        let color = color(number)
        writer.object { writer in
          writer.member("albumId", .number(JSONNumber(number / photosPerAlbum + 1)))
          writer.member("id", .number(JSONNumber(number + 1)))
          writer.member("title", .string(words.title(number)))
          writer.member("url", .string("\(LocalLink.scheme)/placeholder/600/\(color).png"))
          writer.member("thumbnailUrl", .string("\(LocalLink.scheme)/placeholder/150/\(color).png"))
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Six hexadecimal digits: the 24 low bits of a multiplicative hash, which is different for each number.
  private static func color(_ number: Int) -> String {
    let hash = (UInt32(truncatingIfNeeded: number) &* 0x9E_3779 &+ 0x92_C952) & 0xFF_FFFF
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}
