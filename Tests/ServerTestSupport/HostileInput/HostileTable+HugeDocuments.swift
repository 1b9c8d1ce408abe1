extension HostileTable {
  /// Documents that are deep or large, but within the limit of a body.
  package static let hugeDocuments = HostileTable(
    name: "huge documents",
    inputs: [
      .notAnObject("65 levels", #"{"a":"# + "[".times(64) + "]".times(64) + "}"),
      .notAnObject("65 levels of objects", #"{"a":"#.times(64) + "{}" + "}".times(64)),
      .notAnObject("10,000 levels", #"{"a":"# + "[".times(10_000) + "]".times(10_000) + "}"),
      .notAnObject("10,000 levels, never closed", "[".times(10_000)),
      .notAnObject("200,000 levels", "[".times(200_000) + "]".times(200_000)),
      .notAnObject("200,000 levels, never closed", "[".times(200_000)),
      .notAnObject("100,000 levels of objects", #"{"a":"#.times(100_000) + "1" + "}".times(100_000)),
      .notAnObject("objects in arrays", #"[{"a":"#.times(50_000)),
      .notAnObject("20,000 digits", #"{"areaHectareas":\#("9".times(20_000))}"#),
      .notAnObject("20,000 digits of exponent", #"{"areaHectareas":1e\#("9".times(20_000))}"#),
      .notAnObject("an open string of a mebibyte", #"{"nombre":""# + "a".times((1 << 20) - 20)),
      .notAnObject("50,000 keys, the last one twice", manyKeys(50_000, last: #""k49999":1"#)),
      .notAnObject("100,000 commas", "[" + ",".times(100_000) + "]"),
      .notAnObject("an array of 200,000", "[" + "1,".times(200_000) + "1]"),
    ] + acceptedByTheParser)

  /// JSON objects all right, but none with the fields that are needed.
  private static let acceptedByTheParser = objects.flatMap { name, body in
    [
      HostileInput.badField("nombre", name, body, BodyTarget.lotes + BodyTarget.productores),
      HostileInput.badField("email", name, body, [.login]),
      HostileInput(name: "\(name), no token", body: Array(body.utf8), targets: [.refresh], status: 401, field: nil),
    ]
  }

  private static let objects: [(String, String)] = [
    ("64 levels", #"{"a":"# + "[".times(63) + "]".times(63) + "}"),
    ("50,000 keys", manyKeys(50_000, last: #""k":1"#)),
    ("a key of half a mebibyte", "{\"\("k".times(1 << 19))\":1}"),
    ("200,000 numbers", #"{"a":["# + "0,".times(200_000) + "0]}"),
    ("50,000 escapes", "{\"a\":\"\(#"\u00e9"#.times(50_000))\"}"),
    ("a value of a mebibyte", "{\"a\":\"\("é".times((1 << 19) - 20))\"}"),
  ]

  private static func manyKeys(_ count: Int, last: String) -> String {
    var text = "{"
    for number in 0..<count { text += "\"k\(number)\":\(number)," }
    return text + last + "}"
  }
}
