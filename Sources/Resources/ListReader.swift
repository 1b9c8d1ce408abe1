import JSON
import JSONSchema

/// Finds how a list is paged, sorted and filtered.
struct ListReader {
  let index: SchemaIndex

  private static let pages: Set<String> = [
    "page", "pagenumber", "pageno", "pagenum", "currentpage", "pageindex", "pagina", "p",
  ]
  private static let offsets: Set<String> = [
    "offset", "skip", "startindex", "start", "from", "startat", "pageoffset", "desde", "first", "startposition",
    "begin",
  ]
  private static let sizes: Set<String> = [
    "limit", "perpage", "pagesize", "size", "count", "maxresults", "max", "take", "top", "pagelimit", "first",
    "itemsperpage", "resultsperpage", "pagecount", "maxitems", "pagemaxsize", "limite", "tamano", "porpagina", "num",
    "numresults", "maxpagesize", "recordsperpage", "last", "n",
  ]
  private static let cursors: Set<String> = [
    "cursor", "pagetoken", "marker", "continue", "continuation", "continuationtoken", "nexttoken", "token", "startkey",
    "pagecursor", "nextcursor", "startcursor", "scrollid", "nextpagetoken", "pageafter", "startingtoken",
    "exclusivestartkey", "lastkey", "position", "streamposition", "next", "bookmark", "endcursor", "cursorid",
    "nextpage", "aftercursor",
  ]
  private static let recordsAfter: Set<String> = [
    "startingafter", "after", "afterid", "sinceid", "lastid", "fromid", "startafter",
  ]
  private static let recordsBefore: Set<String> = [
    "endingbefore", "before", "beforeid", "endbefore",
  ]
  private static let backward: Set<String> = [
    "endingbefore", "before", "beforeid", "previouscursor", "prevcursor", "beforecursor", "pagebefore",
  ]

  /// The paging of a list by its query parameters and the answer's members; nil when it comes whole.
  func paging(_ operation: OperationFacts, envelope: [String]) -> Paging? {
    var page: ParameterFacts?
    var offset: ParameterFacts?
    var size: ParameterFacts?
    var cursor: ParameterFacts?
    var after: ParameterFacts?
    var before: ParameterFacts?
    for parameter in operation.query {
      // `pagination[page]`, as Strapi has it.
      let words = parameter.words
      let key =
        words.count > 1 && words[0] == "pagination"
        ? words.dropFirst().joined() : Self.innerKey(parameter.name) ?? words.joined()
      let numeric = isNumeric(parameter)
      if numeric, page == nil, Self.pages.contains(key) {
        page = parameter
      } else if numeric, offset == nil, Self.offsets.contains(key), key != "first" {
        offset = parameter
      } else if Self.sizes.contains(key) || Self.isNumberOfRecords(words), numeric, size == nil || size?.key == "last" {
        size = parameter
      } else if cursor == nil, Self.cursors.contains(key) || (key == "page" && !numeric) {
        cursor = parameter
      } else if Self.isGreatestID(parameter), after.map({ !Self.isGreatestID($0) }) ?? true {
        // The newest come first, so that what is below an id follows it.
        after = parameter
      } else if after == nil, Self.recordsAfter.contains(key) {
        after = parameter
      } else if before == nil, Self.backward.contains(key) || Self.recordsBefore.contains(key) {
        before = parameter
      }
    }
    // Beside a number of the page, a greatest id is a filter.
    if page != nil, let found = after, Self.isGreatestID(found) { after = nil }
    // `page[number]` and `page[size]` have the keys of `pageNumber` and `pageSize`; a limit alone pages nothing but cuts.
    var members: [(path: [String], role: Paging.Role)] = []
    if let answer = operation.answer {
      collectMembers(index.shape(answer), path: [], skip: envelope, depth: 0, into: &members)
    }
    if cursor == nil, after == nil, page ?? offset != nil { takeAddresses(operation, &members) }
    Self.settle(&members) { path in operation.answer.map { isOfPage(path, in: $0) } ?? false }
    func shows(_ role: Paging.Role) -> Bool { members.contains { $0.role == role } }
    var paging: Paging
    if let after, let isTime = Optional(isTime(after)), !isTime {
      paging = Paging(style: shows(.nextPosition) || hasCursorLook(after) ? .cursor : .record)
      paging.position = after.name
      if let before, !self.isTime(before) { paging.backward = before.name }
    } else if let cursor, page == nil || !shows(.page) {
      paging = Paging(style: .cursor)
      paging.position = cursor.name
      (paging.backward, paging.page) = (before?.name, page?.name)
      paging.isMoment = cursor.schema.map(index.shape)?.format == "date-time"
      if let offset, cursor.isRequired == false, Words.key(cursor.name) == "position" { paging = offsetPaging(offset) }
    } else if let page {
      paging = Paging(style: .page)
      paging.position = page.name
      // `number` beside `totalElements` is Spring's, which counts pages from 0.
      paging.first = first(page, otherwise: members.contains { $0.role == .page && $0.path.last == "number" } ? 0 : 1)
    } else if let offset {
      paging = offsetPaging(offset)
    } else if shows(.nextPosition) {
      paging = Paging(style: .cursor)
    } else if !shows(.page), size != nil || shows(.total) && shows(.size) {
      paging = Paging(style: .offset)
      paging.first = 0
    } else {
      let showsAny = shows(.page) || shows(.nextURL) || shows(.total) || shows(.hasMore) || shows(.count) || size != nil
      guard operation.hasLinkHeader || showsAny else { return nil }
      paging = Paging(style: .page)
    }
    if let size {
      paging.size = size.name
      let shape = size.schema?.value
      if let value = shape?["maximum"]?.number?.integer, value > 0 { paging.maximumSize = value }
      if let value = shape?["default"]?.number?.integer ?? shape?["default"]?.string.flatMap({ Int($0) }), value > 0 {
        paging.defaultSize = value
      } else if let value = Self.number(in: size.text, after: "default") {
        paging.defaultSize = value
      }
      if paging.defaultSize > paging.maximumSize {
        if shape?["maximum"] == nil {
          paging.maximumSize = paging.defaultSize
        } else {
          paging.defaultSize = paging.maximumSize
        }
      }
    }
    let asksForPages = operation.query.contains { parameter in
      parameter.words.contains { ["page", "pagination", "offset", "limit", "start", "cursor"].contains($0) }
    }
    if paging.style == .page, paging.position == nil, shows(.page), !asksForPages {
      // What the response is about the page is asked for as well, also where the document says so in prose alone.
      paging.position = "page"
      if size == nil { paging.size = members.first { $0.role == .size }?.path.last }
    }
    if paging.position == nil, let size = paging.size, paging.style == .offset, shows(.nextURL) {
      // Clients follow the addresses of other pages, whose parameters the document leaves out.
      paging.position = size.hasPrefix("page[") ? "page[offset]" : "offset"
    }
    paging.members = members
    paging.hasLinkHeader = operation.hasLinkHeader
    return paging
  }

  /// The key of a property of an object in the query that says what is asked for: `pageSize` of `searchCriteria[pageSize]`; nil
  /// for other names.
  private static func innerKey(_ name: String) -> String? {
    guard let open = name.firstIndex(of: "["), name.hasSuffix("]"),
      ["searchcriteria", "criteria", "options", "paging"].contains(Words.key(String(name[..<open]))),
      case let inner = name[name.index(after: open)...].dropLast(), !inner.isEmpty, !inner.contains("[")
    else { return nil }
    return Words.key(String(inner))
  }

  /// Whether a parameter asks for so many records: `NumberOfReviews`.
  private static func isNumberOfRecords(_ words: [String]) -> Bool {
    words.count == 3 && words[0] == "number" && words[1] == "of" && Words.singular(words[2]) != words[2]
  }

  /// Settles what a name alone does not say: a sole `count` is that of all records, unless a position comes with it or the
  /// description says that it is that of the page, and `from` beside `to` is the number of the first record on the page.
  private static func settle(
    _ members: inout [(path: [String], role: Paging.Role)], isOfPage: (_ path: [String]) -> Bool
  ) {
    let counts = members.indices.filter { members[$0].role == .count }
    let settled: Set<Paging.Role> = [.total, .nextPosition]
    if counts.count == 1, !members.contains(where: { settled.contains($0.role) }), !isOfPage(members[counts[0]].path) {
      members[counts[0]].role = .total
    }
    for index in members.indices where members[index].role == .offset && members[index].path.last == "from" {
      let end = members[index].path.dropLast() + ["to"]
      if members.contains(where: { $0.path == Array(end) && $0.role == .lastNumber }) {
        members[index].role = .firstNumber
      }
    }
  }

  /// Whether a description says that a count is that of the records in one response.
  private func isOfPage(_ path: [String], in answer: Schema) -> Bool {
    let node = path.reduce(answer as Schema?) { node, name in node.flatMap { index.shape($0).member(name) } }
    guard let text = node?["description"]?.string?.prefix(400).lowercased() else { return false }
    return ["this page", "current page", "the page", "result set", "in this response", "in the response"].contains {
      text.contains($0)
    }
  }

  private func offsetPaging(_ offset: ParameterFacts) -> Paging {
    var paging = Paging(style: .offset)
    paging.position = offset.name
    paging.first = first(offset, otherwise: Words.key(offset.name) == "startindex" ? 1 : 0)
    return paging
  }

  private func first(_ parameter: ParameterFacts, otherwise: Int) -> Int {
    let schema = parameter.schema?.value
    for name in ["default", "minimum"] {
      // Some documents write numbers as texts.
      let number = schema?[name]?.number?.integer ?? schema?[name]?.string.flatMap { Int($0) }
      if let value = number, value == 0 || value == 1 { return value }
    }
    let text = Words.split(parameter.text)
    if text.contains("zero") || parameter.text.lowercased().contains("0-based") { return 0 }
    return otherwise
  }

  private func isNumeric(_ parameter: ParameterFacts) -> Bool {
    guard let shape = parameter.schema.map(index.shape), !shape.types.isEmpty else { return true }
    if shape.types.contains("integer") || shape.types.contains("number") { return true }
    // Numbers are said to be texts in some documents.
    guard shape.types.contains("string"), shape.format == nil, shape.enumeration.isEmpty else { return false }
    let key = parameter.key
    if Self.sizes.contains(key) || ["pagenumber", "pagenum"].contains(key) { return true }
    for value in [parameter.schema?["default"], parameter.schema?["example"], parameter.object["example"]] {
      if let text = value?.string { return Int(text) != nil }
    }
    let words = Words.split(parameter.text)
    return Self.offsets.contains(key) && (words.contains("number") || words.contains("index") || key == "offset")
  }

  private func isTime(_ parameter: ParameterFacts) -> Bool {
    guard let shape = parameter.schema.map(index.shape) else { return false }
    if shape.format == "date-time" || shape.format == "date" || shape.isObject { return true }
    let words = Words.split(parameter.text)
    return ["before", "after"].contains(parameter.key)
      && ["date", "time", "timestamp", "iso"].contains(where: words.contains) && !words.contains("cursor")
  }

  private func hasCursorLook(_ parameter: ParameterFacts) -> Bool {
    let words = Words.split(parameter.text)
    return words.contains("cursor") && !words.contains("id")
  }

  /// The number behind a word, such as 20 in "the default is 20".
  static func number(in text: String, after word: String) -> Int? {
    let words = Words.split(text)
    guard let start = words.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
    for candidate in words[start...].prefix(6) {
      if let value = Int(candidate), (1...10_000).contains(value) { return value }
    }
    return nil
  }

  // MARK: Members of the answer

  private static let containers: Set<String> = [
    "meta", "metadata", "pagination", "paging", "page", "pageinfo", "links", "link", "cursors", "paginginfo",
    "pageable", "cursor", "paginationinfo", "responsemetadata", "listmeta", "paginacion", "info", "summary", "pages",
    "list", "view", "searchcriteria",
  ]

  private func collectMembers(
    _ shape: SchemaShape, path: [String], skip envelope: [String], depth: Int,
    into members: inout [(path: [String], role: Paging.Role)]
  ) {
    guard shape.isObject, depth < 4 else { return }
    for member in shape.members {
      let inner = index.shape(member.node)
      let here = path + [member.name]
      if here == envelope { continue }
      if inner.isObject {
        let leads = envelope.starts(with: here)
        let key = Words.key(Words.local(member.name))
        if inner.member("href") != nil, let role = role(member.name, inner, path: path, isLink: true) {
          members.append((here + ["href"], role))
        } else if key == "links", let link = index.mapValue(member.node), index.shape(link).member("href") != nil {
          // A map of links (HAL) has those of the pages, each where there is one.
          for (name, role) in [("next", Paging.Role.nextURL), ("prev", .previousURL)] {
            members.append((here + [name, "href"], role))
          }
        } else if leads || Self.containers.contains(key) {
          collectMembers(inner, path: here, skip: envelope, depth: depth + 1, into: &members)
        }
      } else if !inner.isArray,
        let role = role(
          member.name, inner, path: path, isLink: Self.hasAddress(member.node) && member.words == ["next"]),
        Self.filteredTotals.contains(member.key)
          || !members.contains(where: {
            $0.role == role && $0.path.count <= here.count && $0.path.dropLast() == here.dropLast()
          })
      {
        members.append((here, role))
      }
    }
  }

  private static let totals: Set<String> = [
    "total", "totalcount", "totalitems", "totalresults", "totalrecords", "totalelements", "totalsize", "resultcount",
    "counttotal", "totalnumber", "totalentries", "numfound", "totalhits", "itemcount", "totalrows", "numresults",
    "recordcount", "results",
  ]
  /// The number of the records that a filter chose, beside that of all.
  private static let filteredTotals: Set<String> = ["filtercount", "filteredcount", "filteredtotal", "totalfiltered"]
  private static let pageCounts: Set<String> = [
    "totalpages", "pagecount", "lastpage", "pagestotal", "numpages", "totalpage", "pages", "totalpaginas", "paginas",
    "pagescount", "numberofpages",
  ]
  private static let counts: Set<String> = [
    "count", "numberofelements", "returned", "resultsize", "currentcount", "size", "itemsreturned",
    "itemsincurrentpage", "itemsonpage", "currentitemcount", "pageitems",
  ]
  private static let sizeNames: Set<String> = [
    "limit", "perpage", "pagesize", "itemsperpage", "maxresults", "size", "maxitems", "resultsperpage", "porpagina",
  ]

  private func role(_ name: String, _ shape: SchemaShape, path: [String], isLink: Bool) -> Paging.Role? {
    let key = Words.key(Words.local(name))
    let words = Words.split(Words.local(name))
    let isText = shape.types.contains("string") || shape.types.isEmpty
    let isNumber = shape.types.contains("integer") || shape.types.contains("number")
    if shape.types.contains("boolean") {
      switch key {
      case "hasmore", "hasnext", "hasnextpage", "more", "ismore", "morepages", "istruncated": return .hasMore
      case "hasprevious", "haspreviouspage", "hasprev", "hasprevpage": return .hasPrevious
      case "first", "isfirst", "firstpage", "isfirstpage": return .isFirst
      case "last", "islast", "lastpage", "islastpage": return .isLast
      case "empty", "isempty": return .isEmpty
      default: return nil
      }
    }
    let inLinks = path.last.map { ["links", "link", "pages", "view"].contains(Words.key(Words.local($0))) } ?? false
    let isURL =
      isLink || inLinks || shape.format == "uri" || shape.format == "url" || shape.format == "uri-reference"
      || shape.format == "iri-reference"
      || words.contains { ["url", "uri", "href", "link"].contains($0) }
    if isNumber {
      if Self.totals.contains(key) || Self.filteredTotals.contains(key)
        || (words.first == "total" && words.count <= 2 && key != "totalpages" && path.count <= 2 && key != "totalpage")
      {
        return .total
      }
      if Self.pageCounts.contains(key) { return .pageCount }
      if ["page", "currentpage", "pagenumber", "pageindex", "number", "pagina"].contains(key) { return .page }
      if ["offset", "skip", "startindex", "start", "from", "startat"].contains(key) { return .offset }
      if key == "to" { return .lastNumber }
      if key == "count" || (Self.counts.contains(key) && key != "size") { return .count }
      if Self.sizeNames.contains(key) { return .size }
      if key == "since", !path.isEmpty { return .lastID }
      if ["nextpage", "nextoffset", "next"].contains(key) { return .nextPosition }
      if ["prevpage", "previouspage", "previousoffset", "prev", "previous"].contains(key) { return .previousPosition }
    }
    guard isText else { return nil }
    let isNext = words.first == "next"
    let isPrevious = ["prev", "previous"].contains(words.first ?? "")
    if isURL {
      if isNext { return .nextURL }
      if isPrevious { return .previousURL }
      switch key {
      case "first", "firstpage", "firstpageurl", "firstpageuri", "firsturl": return .firstURL
      case "last", "lastpage", "lastpageurl", "lastpageuri", "lasturl": return .lastURL
      case "self", "href", "uri", "url", "selflink", "current":
        return path.isEmpty || inLinks || isLink ? .selfURL : nil
      default: return nil
      }
    }
    switch key {
    case "next", "previous", "prev":
      return looksLikeURL(shape) ? (isNext ? .nextURL : .previousURL) : isNext ? .nextPosition : .previousPosition
    case "firstid": return .firstID
    case "lastid": return .lastID
    case "cursor", "after", "continue", "continuation", "continuationtoken", "endcursor", "marker", "scrollid",
      "pagetoken":
      return .nextPosition
    case "before", "startcursor": return .previousPosition
    default: break
    }
    if isNext, words.count <= 4 { return .nextPosition }
    if isPrevious, words.count <= 4 { return .previousPosition }
    return nil
  }

  /// Whether the example of a property is the address or the path of a page.
  private static func hasAddress(_ node: Schema) -> Bool {
    guard let example = node["example"]?.string else { return false }
    return example.hasPrefix("/") || example.hasPrefix("http://") || example.hasPrefix("https://")
  }

  /// A `next` without a format is an address in most APIs, where no parameter takes it.
  private func looksLikeURL(_ shape: SchemaShape) -> Bool { shape.format == "uri" || shape.format == "url" }
}

extension ListReader {
  /// Whether an operation has the parameters of pages.
  func isPaged(_ operation: OperationFacts) -> Bool {
    if operation.isReading, let request = operation.request, ReadingPosts.asksForPage(index.shape(request)) {
      return true
    }
    return operation.query.contains { parameter in
      let key = parameter.key
      return ["page", "limit", "offset", "cursor", "perpage", "pagesize", "pagetoken", "marker", "skip"].contains(key)
    }
  }
}
