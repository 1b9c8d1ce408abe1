/// When the articles of one list, which is a country's news of one category, are published: one after the other for
/// ever, at about the same distance, each at a minute of its own. Each is a headline for about two days, until so
/// many newer ones are out. All of it follows from an article's turn, so that nothing happens while nobody reads.
struct Schedule {
  /// The turns that are stored in one edition, whose articles a search finds.
  typealias Turns = Set<Int>

  private static let minute = 60
  private static let day = 86_400
  /// How long a headline is one at the most.
  private static let longest = 2 * day
  /// How long a search finds an article.
  private static let month = 30 * day
  /// What is stored is looked over four times a day.
  private static let editionLength = day / 4
  /// Before the first turn of all, which is that of the year 1678.
  private static let firstTurn = -10_000_000
  /// The editions of the years 1677 to 2262, beyond which no clock goes.
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

  /// The turn of an article by its address; nil when none ever has it.
  static func turn(place: Int64) -> Int? {
    guard place > 0, place < Int64(Int32.max) else { return nil }
    let turn = Int(place) + firstTurn
    return turns.contains(turn) ? turn : nil
  }

  /// When an article is published, in seconds since 1970.
  func published(_ turn: Int) -> Int {
    let chance = RandomSource(number(turn))
    // Not in all of the gap, so that two are never out at once.
    let late = chance.number(1, below: gap * 4 / 5 / Self.minute) * Self.minute
    return turn * gap + list * 7 * Self.minute % gap + late
  }

  /// When an article is no headline any more.
  func leaves(_ turn: Int) -> Int { published(turn + headlines) }

  /// The number of an article among those of all lists.
  func number(_ turn: Int) -> Int { Self.number(list: list, place: Self.place(turn)) }

  /// The number of an article by its list and its address in it.
  static func number(list: Int, place: Int) -> Int { list << 32 + place }

  /// The articles that an edition has: all that are headlines at any of its moments, and some of the last month.
  func turns(in edition: Int) -> Turns {
    let (first, last) = (edition * Self.editionLength, (edition + 1) * Self.editionLength - 1)
    // A few more on either side than could be.
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
