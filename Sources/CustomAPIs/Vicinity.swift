import JSON
import Platform
import Records
import Resources
import Synthesis

/// What a list is asked for around a point: `?latitude=45.5&longitude=-73.6&radiusKm=10`.
struct Vicinity {
  /// The point, in degrees (WGS 84).
  let latitude, longitude: Double
  /// How far away records may be, in kilometres; nil for any distance.
  let radius: Double?
  /// The properties of records with their places, as SQLite's JSON functions take them.
  let latitudePath, longitudePath: [String]

  private static let kilometresPerDegree = 111.32
  private static let latitudes: Set<String> = ["latitude", "lat", "latitud"]
  private static let longitudes: Set<String> = ["longitude", "lng", "lon", "long", "longitud"]
  private static let holders: Set<String> = [
    "location", "coordinates", "position", "geo", "geolocation", "coords", "point", "latlng",
  ]
  private static let radii: Set<String> = [
    "radius", "distance", "within", "range", "maxdistance", "searchradius", "proximity",
  ]
  /// Kilometres in a unit that ends the name of a radius.
  private static let units: [(ending: String, kilometres: Double)] = [
    ("kilometers", 1), ("km", 1), ("meters", 0.001), ("metres", 0.001), ("miles", 1.609344), ("mi", 1.609344),
    ("m", 0.001),
  ]

  /// The point of a query, for records that have a place; nil where the query has none, or records have no place.
  init?(_ query: [(name: String, value: String)], _ collection: RecordCollection, _ api: CustomAPI) {
    var (north, east, radius): (Double?, Double?, Double?) = (nil, nil, nil)
    for (name, value) in query {
      guard let number = Double(value), number.isFinite else { continue }
      let words = Words.split(name)
      if words.last.map(Self.latitudes.contains) == true { north = number }
      if words.last.map(Self.longitudes.contains) == true { east = number }
      if let kilometres = Self.kilometres(words.joined()) { radius = number * kilometres }
    }
    guard let north, let east, (-90...90).contains(north), (-180...180).contains(east),
      let paths = Self.paths(collection, api)
    else { return nil }
    (latitude, longitude, self.radius) = (north, east, radius.flatMap { $0 > 0 ? $0 : nil })
    (latitudePath, longitudePath) = paths
  }

  /// Kilometres in the unit of a parameter that says how far away records may be; nil for another parameter.
  private static func kilometres(_ key: String) -> Double? {
    if radii.contains(key) { return 1 }
    let unit = units.first { key.hasSuffix($0.ending) && radii.contains(String(key.dropLast($0.ending.count))) }
    return unit?.kilometres
  }

  /// Where records have their places: at their top, or in an object such as `location`.
  private static func paths(_ collection: RecordCollection, _ api: CustomAPI) -> ([String], [String])? {
    func pair(_ members: [ValueGenerator.Member]) -> (String, String)? {
      let numbers = members.filter { $0.types.contains("number") || $0.types.contains("integer") }
      guard let latitude = numbers.first(where: { latitudes.contains(Words.key($0.name)) }),
        let longitude = numbers.first(where: { longitudes.contains(Words.key($0.name)) })
      else { return nil }
      return (latitude.name, longitude.name)
    }
    if let (latitude, longitude) = pair(collection.orderedMembers) { return ([latitude], [longitude]) }
    for member in collection.orderedMembers where holders.contains(Words.key(member.name)) {
      if let (latitude, longitude) = pair(api.maker.members(of: member.place)) {
        return ([member.name, latitude], [member.name, longitude])
      }
    }
    return nil
  }

  private static func path(_ names: [String]) -> String {
    names.reduce("$") { $0 + RecordTable.path($1).dropFirst() }
  }

  /// The square of the distance to a record in kilometres, in SQL. Degrees are taken for a plane, which is right to a
  /// hundredth within some hundred kilometres.
  func squaredDistance(_ records: RecordTable) -> RowQuery.Part {
    let width = Self.kilometresPerDegree * cos(latitude * .pi / 180)
    return records.squaredDistance(
      (Self.path(latitudePath), latitude, Self.kilometresPerDegree), (Self.path(longitudePath), longitude, width))
  }

  /// The distance to a record in kilometres; nil where the record has no place.
  func distance(to content: JSONObject) -> Double? {
    guard let north = content[latitudePath]?.number?.double, let east = content[longitudePath]?.number?.double else {
      return nil
    }
    let width = Self.kilometresPerDegree * cos(latitude * .pi / 180)
    let (y, x) = ((north - latitude) * Self.kilometresPerDegree, (east - longitude) * width)
    return (x * x + y * y).squareRoot()
  }
}

extension OperationHandler {
  /// The point that a request asks for records around; nil for none.
  func vicinity(_ collection: RecordCollection, _ sent: RequestBody) -> Vicinity? {
    let parameters = operation.kind == .search ? sent.withContent : sent.query
    return Vicinity(parameters.parameters.map { ($0.name, $0.value) }, collection, api)
  }

  /// Has a query find what is near, the nearest first unless the request says otherwise.
  ///
  /// - Parameters:
  ///   - isNear: Whether what is too far away is left out. Where nothing is near, what is there shows how lists look.
  func choose(_ vicinity: Vicinity, _ query: inout RowQuery, _ collection: RecordCollection, isNear: Bool) {
    let squared = vicinity.squaredDistance(collection.documents.records)
    if isNear, let radius = vicinity.radius {
      query.require(RowQuery.Part("\(squared.sql) <= ?", squared.arguments + [.real(radius * radius)]))
    }
    if query.order == nil { query.order = squared }
  }

  /// A record with how far away it is, where it has a property for that: `distanceKm`.
  func withDistance(_ record: StoredRecord, _ vicinity: Vicinity?, _ collection: RecordCollection) -> StoredRecord {
    guard let vicinity, let distance = vicinity.distance(to: record.content),
      let member = collection.orderedMembers.first(where: { Words.split($0.name).first == "distance" })
    else { return record }
    let words = Words.split(member.name)
    let isMetres = ["m", "meters", "metres"].contains(words.last ?? "")
    let isMiles = ["mi", "miles"].contains(words.last ?? "")
    let shown = isMetres ? distance * 1000 : isMiles ? distance / 1.609344 : distance
    let number = member.types == ["integer"] || isMetres ? shown.rounded() : (shown * 100).rounded() / 100
    guard let whole = JSONNumber(number, omittingZeroFraction: true) else { return record }
    var record = record
    record.content[member.name] = .number(whole)
    return record
  }
}
