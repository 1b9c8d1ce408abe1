import HTTPCore
import JSON
import Store
import World

/// The publication times of the articles in one list, which is a country's news in one category. The list never ends;
/// its times are about evenly spaced, with no two in the same minute. Each article is a headline for about two days,
/// until enough newer ones are published. All times are computed from an article's turn, so nothing runs while there
/// are no requests.
struct Schedule {
  /// The number of turns that one edition stores; searches find their articles.
  typealias Turns = Set<Int>

  private static let minute = 60
  private static let day = 86_400
  /// The longest time that an article is a headline.
  private static let longest = 2 * day
  /// The time for which searches find an article.
  private static let month = 30 * day
  /// The stored articles are renewed four times a day.
  private static let editionLength = day / 4
  /// A time before the first turn, which is in the year 1678.
  private static let firstTurn = -10_000_000
  /// The editions of the years 1677 to 2262, the range of clocks.
  static let editions = -430_000..<430_000
  private static let turns = firstTurn / 2..<(-firstTurn)

  /// The number of the list, from 0.
  let list: Int
  /// The number of headlines at any time.
  let headlines: Int
  /// The time from one article to the next, in seconds.
  private var gap: Int { Self.longest / (headlines + 1) / Self.minute * Self.minute }

  /// The edition at a time.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970.
  static func edition(at now: Int64) -> Int { floor(Int(now), editionLength) }

  /// The address of an article in its list.
  static func place(_ turn: Int) -> Int { turn - firstTurn }

  /// The turn of an article by its address; nil when no article can have that address.
  static func turn(place: Int64) -> Int? {
    guard place > 0, place < Int64(Int32.max) else { return nil }
    let turn = Int(place) + firstTurn
    return turns.contains(turn) ? turn : nil
  }

  /// When an article is published, in seconds since 1970.
  func published(_ turn: Int) -> Int {
    let random = ArticleRandom(number(turn))
    // The delay is shorter than the gap, so no two articles are published at the same time.
    let late = random.number(1, below: gap * 4 / 5 / Self.minute) * Self.minute
    return turn * gap + list * 7 * Self.minute % gap + late
  }

  /// When an article stops being a headline.
  func leaves(_ turn: Int) -> Int { published(turn + headlines) }

  /// The number of an article among those of all lists.
  func number(_ turn: Int) -> Int { Self.number(list: list, place: Self.place(turn)) }

  /// The number of an article by its list and its address in it.
  static func number(list: Int, place: Int) -> Int { list << 32 + place }

  /// The articles of an edition: all that are headlines at any of its times, and some of the last month.
  func turns(in edition: Int) -> Turns { Turns(orderedTurns(in: edition)) }

  /// The same as a list.
  func orderedTurns(in edition: Int) -> [Int] {
    let (first, last) = (edition * Self.editionLength, (edition + 1) * Self.editionLength - 1)
    // A few more on either side, to be safe.
    let newest = Self.floor(last, gap) + 1
    let front = (Self.floor(first, gap) - headlines - 2...newest).filter {
      published($0) <= last && leaves($0) > first
    }
    // At other times in each list.
    let (step, start) = (2 * headlines, list * 7 % (2 * headlines))
    let kept = stride(from: Self.floor(newest - start, step) * step + start, to: .min, by: -step)
      .prefix { published($0) > first - Self.month }.filter { published($0) <= last && !front.contains($0) }
    return front + kept
  }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
