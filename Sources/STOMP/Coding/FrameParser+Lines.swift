/// The head of a frame: its command and its headers.
extension FrameParser {
  /// A line without its line end, and where the next one begins.
  private struct Line {
    let range: Range<Int>
    let next: Int
  }

  /// - Returns: whether the command was read; false when more bytes are needed.
  mutating func readCommand() throws(Diagnosis) -> Bool {
    if let diagnosis = Diagnosis.notAFrame(buffer[frameStart...].prefix(2)) { throw diagnosis }
    guard let line = try readLine(limit: limits.maximumCommandBytes) else { return false }
    let text = String(decoding: buffer[line.range], as: UTF8.self)
    guard let command = Command(rawValue: text) else { throw .notACommand(buffer[line.range]) }
    guard line.next > cursor else {
      throw .missingBlankLine(offset: offset(cursor), found: "<NUL> behind the command \(command.rawValue)")
    }
    draft.command = command
    advance(to: line.next)
    stage = .headers
    return true
  }

  /// - Returns: whether a header or the blank line was read; false when more bytes are needed.
  mutating func readHeader() throws(Diagnosis) -> Bool {
    guard let line = try readLine(limit: limits.maximumHeaderLineBytes) else { return false }
    guard line.next > cursor else {
      throw .missingBlankLine(
        offset: offset(cursor), found: "<NUL> in the headers of \(draft.command.rawValue)")
    }
    if line.range.isEmpty {
      advance(to: line.next)
      try prepareBody()
      stage = .body
      return true
    }
    guard draft.headers.count < limits.maximumHeaders else {
      throw .tooLarge(.tooManyHeaders, offset: offset(lineStart), maximum: limits.maximumHeaders, unit: "headers")
    }
    draft.headers.append(try header(buffer[line.range]))
    advance(to: line.next)
    return true
  }

  private mutating func advance(to next: Int) {
    lineStart = next
    cursor = next
  }

  /// The line at `lineStart`; nil when its end is not there yet. When a NUL ends it, `next` is the NUL's index, else
  /// it is behind the line end; `cursor` is the end's index in both cases.
  private mutating func readLine(limit: Int) throws(Diagnosis) -> Line? {
    guard offset(lineStart) <= limits.maximumHeaderBlockBytes else {
      throw .tooLarge(.headersTooLarge, offset: offset(lineStart), maximum: limits.maximumHeaderBlockBytes)
    }
    let start = cursor
    let found = buffer.withUnsafeBytes { ByteSearch.firstLineEnd($0, from: start) }
    cursor = found ?? buffer.count
    // A CR that ends the line does not count; one at the buffer's end may be such a one.
    let endsWithCR = cursor > lineStart && buffer[cursor - 1] == ASCII.carriageReturn
    let end = endsWithCR && (found == nil || buffer[cursor] == ASCII.lineFeed) ? cursor - 1 : cursor
    guard end - lineStart <= limit else {
      if stage == .command { throw .overlongCommand(buffer[lineStart..<lineStart + limit], maximum: limit) }
      throw .tooLarge(.headerTooLong, offset: offset(lineStart + limit), maximum: limit)
    }
    guard let found else { return nil }
    let range = lineStart..<end
    if let lone = buffer[range].firstIndex(of: ASCII.carriageReturn) {
      throw .loneCarriageReturn(offset: offset(lone), line: buffer[range])
    }
    if end < found, draft.carriageReturn == nil { draft.carriageReturn = offset(end) }
    return Line(range: range, next: buffer[found] == ASCII.null ? found : found + 1)
  }

  private mutating func header(_ line: ArraySlice<UInt8>) throws(Diagnosis) -> Header {
    let start = offset(line.startIndex)
    guard let colon = line.firstIndex(of: ASCII.colon) else {
      throw .headerWithoutColon(offset: start, line: line)
    }
    guard colon > line.startIndex else { throw .emptyHeaderName(offset: start, line: line) }
    let name = try text(line[..<colon], in: line)
    let value = try text(line[(colon + 1)...], in: line)
    guard version != .v1_0 else {
      return Header(name.trimmingBlanks, value.trimmingBlanks, offset: start)
    }
    if line.first == ASCII.space || line.first == ASCII.tab {
      draft.warnings.append(.indentedHeader(offset: start, line: line))
    }
    return Header(name, value, offset: start)
  }

  private func text(_ bytes: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) throws(Diagnosis) -> String {
    var plain = bytes
    if let version, version != .v1_0, draft.command.escapesHeaders, bytes.contains(ASCII.backslash) {
      switch Escaping.unescape(bytes, version) {
      case .success(let unescaped): plain = unescaped[...]
      case .failure(let error):
        throw .escape(error, offset: offset(error.index), line: line, version)
      }
    }
    guard let text = String(validating: plain, as: UTF8.self) else {
      throw .invalidUTF8(offset: offset(bytes.startIndex), line: line)
    }
    return text
  }
}
