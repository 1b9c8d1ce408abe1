import JSON
import Platform

extension Explanation {
  /// The same for programs: `summary`, `resources`, `operations`, `warnings`, `notes`, and `overlay` with what would settle the unsure
  /// ones.
  package var json: JSONValue {
    var made: JSONObject = [
      "summary": [
        "operations": .number(JSONNumber(model.operations.count)),
        "resources": .number(JSONNumber(model.resources.count)),
        "unsure": .number(JSONNumber(model.operations.filter { $0.confidence < Self.sure }.count)),
      ],
      "resources": .array(model.resources.map(Self.json)),
      "operations": .array(model.operations.map(Self.json)),
      "warnings": .array(warnings.map { .string($0) }),
      "notes": .array(model.notes.map { .string($0) }),
    ]
    if let accounts = model.accounts {
      made["accounts"] = [
        "resource": .string(accounts.resource), "names": Self.strings(accounts.names),
        "register": .bool(accounts.canRegister),
      ]
    }
    if let overlay { made["overlay"] = .string(overlay) }
    return .object(made)
  }

  private static func json(_ resource: ResourceDescription) -> JSONValue {
    var made: JSONObject = ["name": .string(resource.name), "schema": .string("#\(resource.schema)")]
    made["singleton"] = .bool(resource.isSingleton)
    if let member = resource.idMember { made["idMember"] = .string(member) }
    if !resource.nestedIDMember.isEmpty { made["idMember"] = .string(resource.nestedIDMember.joined(separator: ".")) }
    switch resource.idStyle {
    case .integer: made["idStyle"] = "integer"
    case .uuid: made["idStyle"] = "uuid"
    case .prefixed(let prefix, let length):
      made["idStyle"] = "prefixed"
      made["idPrefix"] = .string(prefix)
      made["idLength"] = .number(JSONNumber(length))
    case .text: made["idStyle"] = "text"
    }
    if let template = resource.nameTemplate { made["nameTemplate"] = .string(template) }
    if resource.isTakenAsItComes { made["anyID"] = true }
    if let count = resource.seedCount { made["records"] = .number(JSONNumber(count)) }
    if let member = resource.createdAtMember { made["createdAt"] = .string(member) }
    if let member = resource.updatedAtMember { made["updatedAt"] = .string(member) }
    if !resource.ownerMembers.isEmpty { made["owners"] = strings(resource.ownerMembers) }
    if !resource.references.isEmpty { made["references"] = object(resource.references) }
    if !resource.uniqueProperties.isEmpty {
      made["unique"] = .array(resource.uniqueProperties.map(JSONValue.string))
    }
    if !resource.uniqueTogether.isEmpty { made["uniqueTogether"] = strings(resource.uniqueTogether) }
    if resource.isOnePerAccount { made["onePerAccount"] = true }
    if !resource.lifecycles.isEmpty { made["lifecycles"] = .array(resource.lifecycles.map(json)) }
    if let proposed = resource.proposedLifecycle { made["proposedLifecycle"] = json(proposed) }
    return .object(made)
  }

  /// As `x-mock-lifecycle` has it, with the property.
  private static func json(_ lifecycle: Lifecycle) -> JSONValue {
    [
      "property": .string(lifecycle.member), "initial": .string(lifecycle.initial),
      "after": .array(
        lifecycle.steps.map {
          [
            "from": .string($0.from), "to": .string($0.to),
            "after": .string(DurationText.text(nanoseconds: $0.after)),
          ]
        }),
    ]
  }

  private static func json(_ operation: OperationDescription) -> JSONValue {
    var made: JSONObject = [
      "operationId": .string(operation.operationID), "method": .string(operation.method),
      "path": .string(operation.path),
      "kind": .string(operation.kind.rawValue),
    ]
    if let resource = operation.resource { made["resource"] = .string(resource) }
    if let id = operation.idParameter {
      made["id"] = ["name": .string(id), "in": operation.isIDInQuery ? "query" : "path"]
    }
    if let id = operation.idContentMember { made["id"] = ["name": .string(id), "in": "content"] }
    if !operation.scopes.isEmpty {
      made["parents"] = .array(
        operation.scopes.map { scope in
          var parent: JSONObject = ["parameter": .string(scope.parameter)]
          if let name = scope.parent { parent["resource"] = .string(name) }
          if let member = scope.member { parent["member"] = .string(member) }
          return .object(parent)
        })
    }
    if operation.recordSchema != nil, operation.kind != .call { made["envelope"] = strings(operation.answerEnvelope) }
    if !operation.requestEnvelope.isEmpty { made["requestEnvelope"] = strings(operation.requestEnvelope) }
    if let ids = operation.severalIDs {
      made["ids"] = ["name": .string(ids.name), "in": .string(ids.isInQuery ? "query" : "body")]
    }
    if operation.isBulk { made["bulk"] = true }
    if operation.showsParent { made["showsParent"] = true }
    if let produced = operation.produced { made["produces"] = .string(produced) }
    if let paging = operation.paging { made["paging"] = json(paging) }
    if let choice = operation.pageChoice {
      made["pages"] = ["parameter": .string(choice.parameter), "envelope": strings(choice.form.envelope)]
    }
    if let sorting = operation.sorting {
      made["sorting"] = [
        "parameter": .string(sorting.parameter), "direction": sorting.direction.map { .string($0) } ?? .null,
      ]
    }
    if !operation.filters.isEmpty { made["filters"] = object(operation.filters) }
    if !operation.lowerBounds.isEmpty { made["lowerBounds"] = object(operation.lowerBounds) }
    if !operation.upperBounds.isEmpty { made["upperBounds"] = object(operation.upperBounds) }
    if !operation.conditions.isEmpty {
      made["conditions"] = .object(
        JSONObject(
          operation.conditions.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }))
    }
    if let poll = operation.longPoll {
      made["longPoll"] = [
        "wait": .string(poll.wait), "parameter": poll.parameter.map { .string($0) } ?? .null,
        "position": .string(poll.position.rawValue),
        "emptyStatus": poll.emptyStatus.map { .number(JSONNumber($0)) } ?? .null,
      ]
    }
    if let listed = operation.listed { made["listed"] = json(listed) }
    if !operation.lookupMembers.isEmpty { made["lookup"] = strings(operation.lookupMembers) }
    if let member = operation.severalMember { made["severalMember"] = .string(member) }
    if let tree = operation.tree {
      made["tree"] = ["parent": .string(tree.parent), "children": .string(tree.children)]
    }
    if let member = operation.itemMember { made["itemMember"] = .string(member) }
    if let member = operation.ownMember { made["ownMember"] = .string(member) }
    if let marks = operation.marks {
      made["marks"] = [
        "flag": .string(marks.flag), "marked": .string(marks.marked), "named": .string(marks.named),
        "lists": marks.isOfMarkers ? "markers" : "marked",
      ]
    }
    if let search = operation.searchParameter { made["search"] = .string(search) }
    if !operation.lists.isEmpty {
      made["lists"] = .object(
        JSONObject(operation.lists.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    }
    if let membership = operation.membership {
      made["membership"] = [
        "change": .string(membership.change.rawValue), "owner": .string(membership.owner),
        "shownIn": membership.shownIn.map { .string($0) } ?? .null,
        "sentIn": membership.sentIn.map { .string($0) } ?? .null,
      ]
    }
    if let change = operation.change { made["sets"] = ["member": .string(change.member), "value": change.value] }
    if let account = operation.account { made["account"] = .string(text(account)) }
    made["status"] = .number(JSONNumber(operation.status))
    made["confidence"] = JSONNumber(literal: text(operation.confidence)).map { .number($0) } ?? .null
    made["reason"] = .string(operation.reason)
    if !operation.corrections.isEmpty {
      made["corrections"] = .object(JSONObject(operation.corrections.map { ($0.name, .string($0.value)) }))
    }
    return .object(made)
  }

  private static func json(_ condition: QueryCondition) -> JSONValue {
    var value: JSONObject = [
      "members": strings(condition.members), "comparison": .string(condition.sign.rawValue),
    ]
    if !condition.value.isEmpty { value["value"] = .string(condition.value) }
    return .object(value)
  }

  private static func json(_ paging: Paging) -> JSONValue {
    var made: JSONObject = ["style": .string(paging.style.rawValue)]
    if let name = paging.position { made["position"] = .string(name) }
    if let name = paging.backward { made["backward"] = .string(name) }
    if let name = paging.size { made["size"] = .string(name) }
    made["first"] = .number(JSONNumber(paging.first))
    made["defaultSize"] = .number(JSONNumber(paging.defaultSize))
    made["maximumSize"] = .number(JSONNumber(paging.maximumSize))
    if paging.hasLinkHeader { made["link"] = true }
    if !paging.members.isEmpty {
      made["members"] = .object(
        JSONObject(paging.members.map { ($0.path.joined(separator: "."), .string($0.role.rawValue)) }))
    }
    return .object(made)
  }

  private static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  private static func object(_ texts: [String: String]) -> JSONValue {
    .object(JSONObject(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
  }
}
