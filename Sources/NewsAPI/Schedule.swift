import HTTPCore
import JSON
import Store
import World

/// When the articles of one list, which is a country's news of one category, are published: one after the other for
/// ever, about evenly spaced, no two in the same minute. Each is a headline for about two days, until enough newer ones
/// are published. All of it is computed from an article's turn, so that nothing has to run while nobody reads.
struct Schedule {
  /// How many turns one edition stores; a search finds their articles.
  typealias Turns = Set<Int>

  private static let minute = 60
  private static let day = 86_400
  /// How long an article is a headline at most.
  private static let longest = 2 * day
  /// How long a search finds an article.
  private static let month = 30 * day
  /// The stored articles are renewed four times a day.
  private static let editionLength = day / 4
  /// A moment before the first turn, which is in the year 1678.
  private static let firstTurn = -10_000_000
  /// The editions of the years 1677 to 2262, which are all that a clock can show.
  static let editions = -430_000..<430_000
  private static let turns = firstTurn / 2..<(-firstTurn)

  /// The number of the list, from 0.
  let list: Int
  /// How many articles are headlines at any moment.
  let headlines: Int
  /// The time from one article to the next, in seconds.
  private var gap: Int { Self.longest / (headlines + 1) / Self.minute * Self.minute }

  /// The edition of a moment.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970.
  static func edition(at now: Int64) -> Int { floor(Int(now), editionLength) }

  /// The address of an article in its list.
  static func place(_ turn: Int) -> Int { turn - firstTurn }

  /// The turn of an article by its address; nil when no article ever has that address.
  static func turn(place: Int64) -> Int? {
    guard place > 0, place < Int64(Int32.max) else { return nil }
    let turn = Int(place) + firstTurn
    return turns.contains(turn) ? turn : nil
  }

  /// When an article is published, in seconds since 1970.
  func published(_ turn: Int) -> Int {
    let random = ArticleRandom(number(turn))
    // The delay is shorter than the gap, so that no two are published at once.
    let late = random.number(1, below: gap * 4 / 5 / Self.minute) * Self.minute
    return turn * gap + list * 7 * Self.minute % gap + late
  }

  /// When an article ceases to be a headline.
  func leaves(_ turn: Int) -> Int { published(turn + headlines) }

  /// The number of an article among those of all lists.
  func number(_ turn: Int) -> Int { Self.number(list: list, place: Self.place(turn)) }

  /// The number of an article by its list and its address in it.
  static func number(list: Int, place: Int) -> Int { list << 32 + place }

  /// The articles that an edition has: all that are headlines at any of its moments, and some of the last month.
  func turns(in edition: Int) -> Turns {
    let (first, last) = (edition * Self.editionLength, (edition + 1) * Self.editionLength - 1)
    // A few more on either side, to be safe.
    let newest = Self.floor(last, gap) + 1
    let front = (Self.floor(first, gap) - headlines - 2...newest).filter {
      published($0) <= last && leaves($0) > first
    }
    // At other times in each list.
    let (step, start) = (2 * headlines, list * 7 % (2 * headlines))
    let kept = stride(from: Self.floor(newest - start, step) * step + start, to: .min, by: -step)
      .prefix { published($0) > first - Self.month }.filter { published($0) <= last }
    return Turns(front).union(kept)
  }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
