import JSON
import Store

/// The tables of newsapi. An article is published at its `phase`, in seconds since 1970; with a `period` it is
/// published again each time that many seconds have passed. It is a headline until the moment at which it `leaves`.
/// `newsapi_edition` has which edition of each country is stored.
enum Schema {
  /// The names of the tables, for versions.
  static let article = "newsapi_article"
  static let source = "newsapi_source"
  static let country = "newsapi_country"
  static let edition = "newsapi_edition"

  static let steps = [first, second, rules]

  private static let rules = SchemaStep(
    "newsapi/rules",
    rules: [
      .integer(country, "place", in: Int64(Country.places.lowerBound)...Int64(Country.places.upperBound)),
      .jsonObject(country, "record"), .number(article),
      .integer(article, "period", in: ColumnRule.countable),
      .integer(article, "phase", in: moments), .integer(article, "leaves", in: moments),
      .jsonArray(article, "paragraphs"),
    ])

  /// Seconds before and after 1970 that can be counted on from.
  private static let moments = -ColumnRule.countable.upperBound...ColumnRule.countable.upperBound

  private static let first = SchemaStep(
    "newsapi/1",
    sql: """
      CREATE TABLE newsapi_source (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        description TEXT NOT NULL,
        domain TEXT NOT NULL,
        category TEXT NOT NULL,
        language TEXT NOT NULL,
        country TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE newsapi_country (
        code TEXT PRIMARY KEY,
        place INTEGER NOT NULL,
        record TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE newsapi_article (
        number INTEGER PRIMARY KEY,
        country TEXT NOT NULL,
        category TEXT NOT NULL,
        place INTEGER NOT NULL,
        is_headline INTEGER NOT NULL,
        language TEXT NOT NULL,
        source_id TEXT,
        source_name TEXT NOT NULL,
        domain TEXT NOT NULL,
        author TEXT,
        title TEXT NOT NULL,
        description TEXT,
        content TEXT,
        paragraphs TEXT NOT NULL,
        has_picture INTEGER NOT NULL,
        popularity INTEGER NOT NULL,
        phase INTEGER NOT NULL,
        period INTEGER NOT NULL,
        UNIQUE (country, category, place)
      ) STRICT;

      CREATE VIRTUAL TABLE newsapi_search USING fts5 (
        title, description, content, marker, tokenize = 'unicode61 remove_diacritics 2'
      );
      """)

  /// Articles that come and go; those that an older version loaded are loaded again.
  private static let second = SchemaStep(
    "newsapi/2",
    sql: """
      ALTER TABLE newsapi_article ADD COLUMN leaves INTEGER;

      CREATE TABLE newsapi_edition (
        country TEXT PRIMARY KEY,
        edition INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      DELETE FROM newsapi_source;
      DELETE FROM newsapi_country;
      DELETE FROM newsapi_article;
      DELETE FROM newsapi_search;
      """)
}
