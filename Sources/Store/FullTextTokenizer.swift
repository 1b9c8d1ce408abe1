import GRDBSQLite

/// The words of texts as SQLite's full-text search takes them apart (fts5, "Unicode61 Tokenizer", without case and
/// accents), for searches beside a database that shall find the same.
///
/// Not `Sendable`: it is for one thread at a time.
package final class FullTextTokenizer {
  /// A word of a text.
  package struct Word {
    /// In the form in which it is compared.
    package let text: String
    /// Where it stands in the UTF-8 of the text.
    package let range: Range<Int>
  }

  private let connection: OpaquePointer
  private let interface: fts5_tokenizer
  private let tokenizer: OpaquePointer

  /// A tokenizer as it is declared by `tokenize = 'unicode61 remove_diacritics 2'`.
  ///
  /// - Throws: ``StoreError`` where SQLite was built without full-text search, or there is no memory.
  package init() throws {
    let failure = StoreError(kind: .other, description: "SQLite has no full-text search")
    var connection: OpaquePointer?
    guard sqlite3_open_v2(":memory:", &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
      let connection
    else {
      sqlite3_close(connection)
      throw failure
    }
    guard let (interface, tokenizer) = Self.make(connection) else {
      sqlite3_close(connection)
      throw failure
    }
    (self.connection, self.interface, self.tokenizer) = (connection, interface, tokenizer)
  }

  deinit {
    interface.xDelete(tokenizer)
    sqlite3_close(connection)
  }

  private static func make(_ connection: OpaquePointer) -> (fts5_tokenizer, OpaquePointer)? {
    // As SQLite says (fts5, "Extending FTS5"): a statement writes the interface to where its argument points to.
    var interface: UnsafeMutablePointer<fts5_api>?
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, nil) == SQLITE_OK else { return nil }
    withUnsafeMutablePointer(to: &interface) { place in
      _ = sqlite3_bind_pointer(statement, 1, place, "fts5_api_ptr", nil)
      _ = sqlite3_step(statement)
    }
    sqlite3_finalize(statement)
    guard let interface else { return nil }
    var (context, functions) = (UnsafeMutableRawPointer?.none, fts5_tokenizer())
    guard interface.pointee.xFindTokenizer(interface, "unicode61", &context, &functions) == SQLITE_OK else {
      return nil
    }
    var tokenizer: OpaquePointer?
    let code = "remove_diacritics".withCString { name in
      "2".withCString { value in
        var arguments: [UnsafePointer<CChar>?] = [name, value]
        return functions.xCreate(context, &arguments, Int32(arguments.count), &tokenizer)
      }
    }
    guard code == SQLITE_OK, let tokenizer else { return nil }
    return (functions, tokenizer)
  }

  /// The words of a text, in their order.
  package func words(_ text: String) -> [Word] {
    var words: [Word] = []
    each(of: text) { words.append(Word(text: String(decoding: $0, as: UTF8.self), range: $1)) }
    return words
  }

  /// Calls a closure with each word of a text, in their order.
  ///
  /// - Parameters:
  ///   - body: Gets the UTF-8 of the word in the form in which it is compared, which is valid during the call, and where
  ///     it stands in the UTF-8 of the text.
  package func each(of text: String, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void) {
    var text = text
    text.withUTF8 { each(in: $0, body) }
  }

  /// The same for a text that is UTF-8.
  package func each(in text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void) {
    withoutActuallyEscaping(body) { body in
      var receiver = Receiver(body: body)
      withUnsafeMutablePointer(to: &receiver) { receiver in
        text.withMemoryRebound(to: CChar.self) { characters in
          _ = interface.xTokenize(
            tokenizer, receiver, FTS5_TOKENIZE_DOCUMENT, characters.baseAddress, Int32(clamping: characters.count)
          ) { receiver, _, start, count, first, end in
            guard let receiver, let start else { return SQLITE_OK }
            start.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { start in
              receiver.assumingMemoryBound(to: Receiver.self).pointee
                .body(UnsafeBufferPointer(start: start, count: Int(count)), Int(first)..<Int(end))
            }
            return SQLITE_OK
          }
        }
      }
    }
  }

  private struct Receiver {
    let body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void
  }
}
