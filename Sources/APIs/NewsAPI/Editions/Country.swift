import HTTPCore
import JSON

/// A country that news are from, with the names that its stories are told with.
struct Country {
  /// A local newspaper that is no source of newsapi's own.
  struct Outlet {
    let name: String
    let domain: String
  }

  /// The places that a country may have in the list; its articles are numbered by it.
  static let places = 0...999

  /// Two letters (ISO 3166-1).
  let code: String
  /// The place in the list, from 0.
  let index: Int
  /// One of newsapi's languages.
  let language: String
  let cities: [String]
  let people: [String]
  /// By what they do: `civic`, `culture`, `food`, `health`, `research`, `sports` and `technology`.
  let organizations: [String: [String]]
  let outlets: [Outlet]

  /// Reads a record of the seed file; nil when something is missing.
  init?(_ record: JSONValue) {
    func list(_ name: String) -> [String] { record[name]?.array?.compactMap(\.string) ?? [] }
    guard let code = record["code"]?.string, let language = record["language"]?.string,
      let index = record["place"]?.number?.integer, Self.places.contains(index)
    else { return nil }
    (self.code, self.index, self.language) = (code, index, language)
    (cities, people) = (list("cities"), list("people"))
    organizations = Dictionary(
      (record["organizations"]?.object?.members ?? []).map { ($0.key, $0.value.array?.compactMap(\.string) ?? []) }
    ) { first, _ in first }
    outlets = (record["outlets"]?.array ?? []).compactMap { outlet in
      guard let name = outlet["name"]?.string, let domain = outlet["domain"]?.string else { return nil }
      return Outlet(name: name, domain: domain)
    }
    guard !cities.isEmpty, !people.isEmpty, !organizations.isEmpty, !outlets.isEmpty else { return nil }
  }
}
