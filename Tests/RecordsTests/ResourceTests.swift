import Foundation
import HTTPCore
import Records
import Store
import Testing
import World

/// Two resources of an imaginary library.
private enum Library {
  static let authors = Resource(
    "authors", kind: "author", noun: "author", table: "library_author", idPrefix: "author_",
    members: [
      .text("fullName", length: 2...20),
      .text("email", length: 3...40).optional().unique().checked("must have an @") { $0.contains("@") },
      .computed("bookCount", "(SELECT count(*) FROM library_book WHERE author_id = library_author.id)"),
    ])

  static let books = Resource(
    "books", kind: "book", noun: "book", table: "library_book", idPrefix: "book_", members: bookMembers)

  /// The same with members that came later.
  static let laterBooks = Resource(
    "books", kind: "book", noun: "book", table: "library_book", idPrefix: "book_",
    members: bookMembers + [
      .choice("cover", of: ["soft", "hard"], initially: "soft").added(),
      .text("blog", length: 1...9).optional().added(),
      .number("weight", in: 1...9).added(), .number("height", in: 1...9).optional().added(),
      .reference("editorId", to: authors).added(),
    ])

  private static let bookMembers: [Resource.Member] = [
    .text("title", length: 1...20).searched().filter(), .number("price", in: 0...100),
    .choice("state", of: ["new", "used"], initially: "new").filter(),
    .text("blurb", length: 0...20).optional().searched(),
    .reference("authorId", to: authors), .created("createdAt"), .changed("changedAt"),
    .object("print", [.moment("printedAt").optional(), .plainObject("marks")]),
  ]

  static func schema(_ resources: [Resource]) -> [SchemaStep] {
    World.schema + [
      SchemaStep("library/1", sql: resources.map(\.creation).joined(separator: "\n")),
      SchemaStep("library/2", rules: resources.flatMap(\.table.rules)),
    ] + resources.flatMap(\.additions)
  }

  static func store() throws -> Store { try Store(.ephemeral, schema: schema([authors, books])) }

  static func input(_ json: String, _ resource: Resource = books) throws -> ResourceInput {
    try ResourceInput(
      Request(method: .post, target: try RequestTarget(Array("/".utf8)), body: Array(json.utf8)), resource)
  }

  static func insert(_ store: Store, _ json: String, _ resource: Resource = books) throws -> String? {
    let input = try input(json, resource)
    return text(try store.transaction { try resource.insert($0, input, at: Timestamp(seconds: 0)).json })
  }

  static func replace(_ store: Store, _ id: String, _ json: String) throws -> String? {
    let input = try input(json)
    return text(try store.transaction { try books.replace($0, id: id, input, at: Timestamp(seconds: 60)) })
  }

  static func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
}

@Suite("A resource that is described in Swift")
struct ResourceTests {
  private func problem(_ body: () throws -> Void) throws -> Problem {
    try #require(throws: Problem.self) { try body() }
  }

  @Test("is stored with what was sent, its initial values and the moment, and shown so")
  func creation() throws {
    let store = try Library.store()
    #expect(
      try Library.insert(store, #"{"title":"T","price":2.5,"unknown":1}"#)
        == #"{"createdAt":"1970-01-01T00:00:00Z","id":"book_1","price":2.5,"print":{},"state":"new","title":"T"}"#)
    #expect(
      try Library.insert(store, #"{"fullName":"Ann","email":"a@b"}"#, Library.authors)
        == #"{"bookCount":0,"email":"a@b","fullName":"Ann","id":"author_1"}"#)
    let second = try #require(try Library.insert(store, #"{"title":"U","price":1,"authorId":"author_1"}"#))
    #expect(second.contains(#""authorId":"author_1""#) && second.contains(#""id":"book_2""#))
    let author = try store.read { try Library.authors.records.record($0, id: "author_1") }
    #expect(Library.text(author)?.contains(#""bookCount":1"#) == true)
  }

  @Test("is replaced: absent choices and references stay, other absent members end, null ends a reference")
  func replacement() throws {
    let store = try Library.store()
    _ = try Library.insert(store, #"{"fullName":"Ann"}"#, Library.authors)
    _ = try Library.insert(
      store, #"{"title":"T","price":1,"state":"used","blurb":"b","authorId":"author_1"}"#)
    let same = try #require(try Library.replace(store, "book_1", #"{"title":"U","price":2}"#))
    #expect(same.contains(#""state":"used""#) && same.contains(#""authorId":"author_1""#) && !same.contains("blurb"))
    #expect(
      same.contains(#""changedAt":"1970-01-01T00:01:00Z""#) && same.contains(#""createdAt":"1970-01-01T00:00:00Z""#))
    let other = try #require(
      try Library.replace(store, "book_1", #"{"title":"U","price":2,"state":null,"authorId":null}"#))
    #expect(other.contains(#""state":"used""#) && !other.contains("authorId"))
    #expect(try Library.replace(store, "book_9", #"{"title":"U","price":2}"#) == nil)
    #expect(try store.write { try Library.books.records.delete($0, RowQuery(["id": "book_1"])) } == 1)
    #expect(try store.write { try Library.books.records.delete($0, RowQuery(["id": "book_1"])) } == 0)
  }

  @Test("loses a reference when the other record goes")
  func lostReference() throws {
    let store = try Library.store()
    _ = try Library.insert(store, #"{"fullName":"Ann"}"#, Library.authors)
    _ = try Library.insert(store, #"{"title":"T","price":1,"authorId":"author_1"}"#)
    _ = try store.write { try Library.authors.records.delete($0, RowQuery(["id": "author_1"])) }
    let book = try store.read { try Library.books.records.record($0, id: "book_1") }
    #expect(Library.text(book)?.contains("authorId") == false)
  }

  @Test("names all that is wrong: values first, then choices and references, at last the rules of texts")
  func refusal() throws {
    let problem = try problem {
      _ = try Library.input(#"{"state":"old","price":101,"authorId":7,"blurb":1}"#)
    }
    #expect(problem.kind == .validation)
    // The first one is missing, so that there is no value of it.
    #expect(problem.details.dropFirst().map(\.name) == ["title", "price", "blurb", "state", "authorId"])
    let author = try self.problem { _ = try Library.input(#"{"fullName":"","email":"none"}"#, Library.authors) }
    #expect(author.details.dropFirst(2).map(\.name) == ["fullName", "email"])
    #expect(author.details.last?.value == "must have an @")
  }

  @Test("refers to records that are there, and shares nothing that is unique")
  func relations() throws {
    let store = try Library.store()
    let missing = try problem { _ = try Library.insert(store, #"{"title":"T","price":1,"authorId":"author_1"}"#) }
    #expect(missing.kind == .validation && missing.message == "authorId names no author")
    _ = try Library.insert(store, #"{"fullName":"Ann","email":"a@b"}"#, Library.authors)
    let taken = try problem { _ = try Library.insert(store, #"{"fullName":"Bob","email":"A@B"}"#, Library.authors) }
    #expect(taken.kind == .conflict && taken.message == "another author has this email")
    let own = try Library.input(#"{"fullName":"Ann B","email":"A@b"}"#, Library.authors)
    let author = try store.transaction {
      try Library.authors.replace($0, id: "author_1", own, at: Timestamp(seconds: 0))
    }
    #expect(author != nil)
  }

  @Test("is filled from a seed file, and goes on with the numbers after those")
  func seeds() throws {
    let store = try Library.store()
    try store.transaction { connection in
      try Library.books.seed(
        connection,
        """
        [{"id":"book_x","title":"T","price":3,"state":"used","createdAt":"2024-01-02T03:04:05Z",
          "print":{"printedAt":"2024-01-01T00:00:00Z","marks":{"z":"1","a":"2"}}},
         {"id":"book_2","title":"U","price":4,"state":"new","createdAt":"2024-01-02T03:04:05Z"}]
        """)
      try Library.books.continueNumbers(connection)
    }
    let book = try store.read { try Library.books.records.record($0, id: "book_x") }
    #expect(
      Library.text(book) == """
        {"createdAt":"2024-01-02T03:04:05Z","id":"book_x","price":3.0,\
        "print":{"marks":{"a":"2","z":"1"},"printedAt":"2024-01-01T00:00:00Z"},"state":"used","title":"T"}
        """)
    #expect(try Library.insert(store, #"{"title":"V","price":1}"#)?.contains(#""id":"book_3""#) == true)
  }

  @Test(
    "is listed by search and filters, whatever the case and the accents",
    arguments: [
      ("", 3), ("search=EXT", 2), ("search=&state=", 3), ("title=TEXT", 1), ("state=used", 1),
      ("search=ext&state=new", 1), ("price=1", 3),
    ])
  func filters(query: String, count: Int) throws {
    let store = try Library.store()
    for book in [#""Téxt","price":1,"state":"used""#, #""T","price":1,"blurb":"next""#, #""U","price":1"#] {
      _ = try Library.insert(store, "{\"title\":\(book)}")
    }
    let wanted = try RowQuery(QueryParameters(Array(query.utf8)), of: Library.books)
    let page = try store.read { try Library.books.records.page($0, wanted, PageRequest(page: 1, limit: 1)) }
    #expect(page.total == count)
    #expect((try JSONSerialization.jsonObject(with: Data(page.records)) as? [Any])?.count == 1)
  }

  @Test("refuses to filter by what no record can be")
  func badFilter() throws {
    let problem = try problem {
      _ = try RowQuery(QueryParameters(Array("state=old".utf8)), of: Library.books)
    }
    #expect(problem.kind == .invalidParameter)
    #expect(problem.message == "the query parameter \"state\" must be one of new, used")
  }

  @Test("gets members that were added later in databases of an earlier version, with their rules")
  func additions() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "resource-\(getpid())-\(#line)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = Store.Location.file("\(folder)/kept.sqlite")
    let old = try Store(file, schema: Library.schema([Library.authors, Library.books]))
    _ = try Library.insert(old, #"{"title":"T","price":1}"#)
    old.close()
    let store = try Store(file, schema: Library.schema([Library.authors, Library.laterBooks]))
    let fresh = try Store(.ephemeral, schema: Library.schema([Library.authors, Library.laterBooks]))
    for store in [store, fresh] {
      let columns = try store.read { try $0.rows("SELECT name FROM pragma_table_info('library_book')") }
      #expect(columns.suffix(5).map(\.first) == ["cover", "blog", "weight", "height", "editor_id"])
      #expect(throws: StoreError.self) {
        try store.write { try $0.execute("UPDATE library_book SET weight = 9e999") }
        try store.write {
          try $0.execute(
            "INSERT INTO library_book SELECT 2, 'x', 't', 9e999, 'new', NULL, NULL, 0, NULL, NULL, NULL, 'soft', NULL, 1, NULL, NULL"
          )
        }
      }
    }
    let book = try #require(Library.text(try store.read { try Library.laterBooks.records.record($0, id: "book_1") }))
    #expect(book.contains(#""cover":"soft""#) && book.contains(#""weight":1.0"#) && !book.contains("blog"))
    let tall = try Library.insert(store, #"{"title":"U","price":1,"weight":2,"height":3}"#, Library.laterBooks)
    #expect(tall?.contains(#""height":3.0"#) == true)
    let plain = try Library.insert(store, #"{"title":"U","price":1,"weight":2}"#, Library.laterBooks)
    #expect(plain?.contains("height") == false)
    store.close()
  }
}
