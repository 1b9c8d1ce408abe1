import JSON
import Platform

/// What was understood of an API, for people and for programs.
package struct Explanation: Sendable {
  let model: APIModel
  /// The defects of the document, a sentence each.
  let warnings: [String]

  /// An explanation of a model, with what the reader of its document noted.
  package init(_ model: APIModel, warnings: [String] = []) {
    (self.model, self.warnings) = (model, warnings)
  }

  /// Below this an operation counts as unsure.
  package static let sure = 0.7

  /// Such as `97 operations, 14 resources, 3 unsure`.
  package var summary: String {
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    return "\(counted(model.operations.count, "operation")), \(counted(model.resources.count, "resource")), "
      + "\(unsure.count) unsure"
  }

  /// The operations that are not surely understood.
  private var unsure: [OperationDescription] { model.operations.filter { $0.confidence < Self.sure } }

  // MARK: Text

  /// The width that lines keep to where names allow it.
  private static let width = 120

  /// A table for people: by resource two lines for each operation, what it is and why; then what is not sure, with the
  /// overlay that would settle it.
  package var text: String {
    var lines: [String] = []
    let operations = Dictionary(grouping: model.operations) { $0.resource ?? "" }
    for resource in model.resources {
      lines += header(resource)
      lines += (operations[resource.name] ?? []).flatMap(row)
      lines.append("")
    }
    if let accounts { lines += Self.wrapped(words: accounts, first: "", further: "  ") + [""] }
    let calls = model.operations.filter { $0.resource == nil }
    if !calls.isEmpty {
      lines.append("Calls: answered the same each time")
      lines += calls.flatMap(row) + [""]
    }
    if !warnings.isEmpty {
      lines += ["Defects of the document, and what the server does instead:"] + warnings.map { "  " + $0 } + [""]
    }
    if !model.notes.isEmpty {
      lines += ["Corrections that could not be followed:"] + model.notes.map { "  " + $0 } + [""]
    }
    if let overlay {
      lines += [
        "Not sure of \(unsure.count). An overlay that would settle it, to be changed where it is wrong:", "", overlay,
      ]
    }
    return lines.joined(separator: "\n") + (overlay == nil ? summary + "\n" : "\n" + summary + "\n")
  }

  /// Which records are accounts, and how to sign in; nil where the API has none.
  private var accounts: String? {
    guard let accounts = model.accounts else { return nil }
    let signIn = model.operations.first { $0.account?.role == .signIn }
    let way = signIn.map { " Sign in by \($0.method) \($0.path): those that are there from the start" } ?? " They"
    return "Accounts: the records of \(accounts.resource).\(way) have the password \"password\"."
      + " A request acts as the account of its token; with any other token as the first one."
  }

  private func header(_ resource: ResourceDescription) -> [String] {
    var parts: [String] = []
    if resource.isSingleton { parts.append("one") }
    if let id = resource.idMember {
      parts.append("id \(id) (\(resource.nameTemplate ?? Self.text(resource.idStyle)))")
    } else if !resource.nestedIDMember.isEmpty {
      parts.append("id \(resource.nestedIDMember.joined(separator: "."))")
    } else if !resource.isSingleton {
      parts.append("no id in its records")
    }
    if resource.isTakenAsItComes { parts.append("any id is taken") }
    if let member = resource.createdAtMember { parts.append("created \(member)") }
    if let member = resource.updatedAtMember { parts.append("changed \(member)") }
    if !resource.ownerMembers.isEmpty { parts.append("owned by \(resource.ownerMembers.joined(separator: " and "))") }
    for (member, other) in resource.references.sorted(by: { $0.key < $1.key }) { parts.append("\(member) of \(other)") }
    if !resource.uniqueProperties.isEmpty {
      parts.append("no two with the same \(resource.uniqueProperties.joined(separator: " or "))")
    }
    if resource.isOnePerAccount { parts.append("one by each account") }
    if !resource.uniqueTogether.isEmpty {
      parts.append("no two with the same \(resource.uniqueTogether.joined(separator: " and "))")
    }
    let lines = Self.wrapped(parts, first: resource.name + ": ", further: "    ")
    return lines + resource.lifecycles.map { "  \($0.member) follows the clock: \(Self.text($0))" }
      + (resource.proposedLifecycle.map(Self.proposal) ?? [])
  }

  /// Such as `pending → paid after 10s → shipped after 2h`, each chain of steps on its own.
  private static func text(_ lifecycle: Lifecycle) -> String {
    var text = ""
    var last: String?
    for step in lifecycle.steps {
      if step.from != last { text += (text.isEmpty ? "" : "; ") + step.from }
      text += " → \(step.to) after \(DurationText.text(nanoseconds: step.after))"
      last = step.to
    }
    return text
  }

  private static func proposal(_ lifecycle: Lifecycle) -> [String] {
    let steps = lifecycle.steps.map { "{from: \($0.from), to: \($0.to), after: 1m}" }.joined(separator: ", ")
    return wrapped(
      words: "\(lifecycle.member) stays as requests set it. To have it follow the clock, add to the property: "
        + "\(LifecycleReader.name): {initial: \(lifecycle.initial), after: [\(steps)]}", first: "  ", further: "    ")
  }

  private func row(_ operation: OperationDescription) -> [String] {
    let method = operation.method.padding(to: 7)
    var parts = [operation.kind.rawValue]
    if let id = operation.idParameter { parts.append(operation.isIDInQuery ? "id ?\(id)" : "id \(id)") }
    if let id = operation.idContentMember { parts.append("id \(id) of the content") }
    if let match = operation.match { parts.append("by \((match.envelope + match.members).joined(separator: " "))") }
    if let ids = operation.severalIDs {
      let list = ids.name.isEmpty ? "the content" : "\(ids.isInQuery ? "?" : "")\(ids.name)"
      parts.append("ids in \(list)" + (ids.verb.map { ", as \($0) says" } ?? ""))
    }
    for scope in operation.scopes where scope.parameter == AccountUse.parameter {
      parts.append("of the acting account")
    }
    for scope in operation.scopes where scope.parameter != AccountUse.parameter {
      let parent = scope.parent ?? ""
      let isOnlyOne = scope.parameter == OperationDescription.Scope.onlyOne
      parts.append(
        "of " + (isOnlyOne ? "the one \(parent)" : (parent.isEmpty ? "" : "\(parent) by ") + scope.parameter))
    }
    if !operation.answerEnvelope.isEmpty { parts.append("in \(operation.answerEnvelope.joined(separator: "."))") }
    if !operation.requestEnvelope.isEmpty {
      let several = operation.severalMember.map { " or several in \($0)" } ?? ""
      parts.append("sent in \(operation.requestEnvelope.joined(separator: "."))" + several)
    }
    if operation.isBulk { parts.append("many at once") }
    if operation.showsParent { parts.append("answers with the \(operation.scopes.last?.parent ?? "parent")") }
    if let choice = operation.pageChoice {
      parts.append("in \(choice.form.envelope.joined(separator: ".")) with \(choice.parameter)")
    }
    if let paging = operation.paging { parts.append("pages by \(Self.text(paging))") }
    if let sorting = operation.sorting { parts.append("sorted by \(sorting.parameter)") }
    if let search = operation.searchParameter { parts.append("searched by \(search)") }
    let filters =
      [operation.filters, operation.lowerBounds, operation.upperBounds].flatMap(\.keys) + operation.conditions.keys
    if !filters.isEmpty {
      parts.append("filtered by \(filters.sorted().joined(separator: " "))")
    }
    if let member = operation.ownMember { parts.append("those whose \(member) is the acting account") }
    if let listed = operation.listed {
      let state = listed.value.isEmpty ? Self.text(listed.sign) : "is \(listed.value)"
      parts.append("those whose \(listed.members.joined(separator: " or ")) \(state)")
    }
    for (name, resource) in operation.lists.sorted(by: { $0.key < $1.key }) { parts.append("\(resource) in \(name)") }
    if let membership = operation.membership {
      parts.append(
        "\(membership.change.rawValue) of \(membership.owner)" + (membership.shownIn.map { ", shown in \($0)" } ?? ""))
    }
    if let change = operation.change { parts.append("sets \(change.member) to \(Self.text(change.value))") }
    if let poll = operation.longPoll {
      parts.append(
        "waits up to \(poll.wait)" + (poll.parameter.map { " for what comes after \($0)" } ?? " for news")
          + (poll.emptyStatus.map { ", otherwise \($0)" } ?? ""))
    }
    if let account = operation.account { parts.append(Self.text(account)) }
    if let produced = operation.produced { parts.append("makes one of the \(produced)") }
    let confidence = Self.text(operation.confidence)
    return Self.wrapped(parts, first: "  \(method)\(operation.path)  → ", further: "           ")
      + Self.wrapped(words: operation.reason, first: "         \(confidence) ", further: "           ")
  }

  private static func text(_ sign: QueryCondition.Sign) -> String {
    switch sign {
    case .isPast: "is past"
    case .isFuture: "is to come"
    default: "is set"
    }
  }

  /// The parts with commas between them, in lines of at most ``width``.
  private static func wrapped(_ parts: [String], first: String, further: String) -> [String] {
    let words = parts.enumerated().flatMap { part in
      (part.offset < parts.count - 1 ? part.element + "," : part.element).split(separator: " ").map(String.init)
    }
    return wrap(words, first, further)
  }

  private static func wrapped(words: String, first: String, further: String) -> [String] {
    wrap(words.split(separator: " ").map(String.init), first, further)
  }

  private static func wrap(_ parts: [String], _ first: String, _ further: String) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for part in parts {
      let space = isEmpty ? 0 : 1
      if !isEmpty, line.count + space + part.count > width {
        lines.append(line)
        (line, isEmpty) = (further, true)
      }
      line += (isEmpty ? "" : " ") + part
      isEmpty = false
    }
    return lines + [line]
  }

  // MARK: The overlay

  /// An OpenAPI Overlay 1.0 that says of each unsure operation what it most likely is; nil when all are sure.
  package var overlay: String? {
    let open = unsure.filter { !$0.corrections.isEmpty }
    if open.isEmpty { return nil }
    var text = "overlay: 1.0.0\ninfo:\n  title: Corrections\n  version: 1.0.0\nactions:\n"
    for operation in open {
      text += "  # \(operation.reason.replacingNewlines)\n"
      text += "  - target: \(Self.quoted("$.paths[\(Self.inPath(operation.path))].\(operation.method.lowercased())"))\n"
      text += "    update:\n"
      for correction in operation.corrections { text += "      \(correction.name): \(Self.quoted(correction.value))\n" }
    }
    return text
  }

  /// A name between the quotes of a JSONPath (RFC 9535 §2.3.1.1).
  private static func inPath(_ name: String) -> String {
    "'" + name.map { $0 == "'" ? "\\'" : $0 == "\\" ? "\\\\" : String($0) }.joined() + "'"
  }

  /// A text of YAML: as JSON writes it where more than letters are in it.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0)
        || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains($0)
    }
    let starts = text.utf8.first.map { (97...122).contains($0) } ?? false
    if isPlain, starts, !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text) { return text }
    return String(decoding: JSONWriter.serialize(.string(text)), as: UTF8.self)
  }

  // MARK: Words

  private static func text(_ style: ResourceDescription.IDStyle) -> String {
    switch style {
    case .integer: "a number"
    case .uuid: "a UUID"
    case .prefixed(let prefix, let length): "\(prefix) and \(length) more"
    case .text: "a text"
    }
  }

  private static func text(_ paging: Paging) -> String {
    let parameters = [paging.position, paging.backward, paging.size].compactMap { $0 }
    if parameters.isEmpty { return paging.hasLinkHeader ? "Link" : paging.style.rawValue }
    return parameters.joined(separator: " ") + (paging.hasLinkHeader ? " and Link" : "")
  }

  /// Such as `sign in by email and password, account in user, token in access_token`.
  static func text(_ use: AccountUse) -> String {
    var text = use.role.rawValue
    if !use.names.isEmpty { text += " by " + use.names.joined(separator: " or ") }
    if let password = use.newPassword ?? use.password { text += (use.names.isEmpty ? " by " : " and ") + password }
    if let record = use.record, !record.isEmpty { text += ", account in \(record)" }
    if !use.showsTokens { return text }
    let tokens = (use.accessTokens + use.refreshTokens).map { $0.isEmpty ? "the response" : $0 }
    return text + ", token in " + tokens.joined(separator: " and ")
  }

  private static func text(_ value: JSONValue) -> String {
    String(decoding: JSONWriter.serialize(value), as: UTF8.self)
  }

  /// With two digits, whatever was added up.
  static func text(_ confidence: Double) -> String {
    let hundredths = Int((min(max(confidence, 0), 1) * 100).rounded())
    return hundredths == 100
      ? "1.0" : hundredths % 10 == 0 ? "0.\(hundredths / 10)" : hundredths < 10 ? "0.0\(hundredths)" : "0.\(hundredths)"
  }
}

extension String {
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }

  var replacingNewlines: String { String(map { $0.isNewline ? " " : $0 }) }
}
