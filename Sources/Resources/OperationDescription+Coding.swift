import JSON
import OpenAPI

extension OperationDescription {
  mutating func code(_ coder: inout ModelCoder) {
    // These never change; readers have them already.
    var (id, method, path) = (operationID, method, path)
    coder.text("operationID", &id)
    coder.text("method", &method)
    coder.text("path", &path)
    coder.member("kind", &kind, or: .call, { .string($0.rawValue) }, { $0.string.flatMap(Kind.init) })
    coder.text("resource", &resource)
    coder.text("idParameter", &idParameter)
    coder.flag("isIDInQuery", &isIDInQuery)
    coder.texts("lookupMembers", &lookupMembers)
    coder.text("idContentMember", &idContentMember)
    coder.inner("match", &match, RecordMatch(members: [])) { match, coder in
      coder.texts("envelope", &match.envelope)
      coder.texts("members", &match.members)
    }
    coder.inner("severalIDs", &severalIDs, SeveralIDs(name: "")) { several, coder in
      coder.text("name", &several.name)
      coder.flag("isInQuery", &several.isInQuery)
      coder.text("verb", &several.verb)
      coder.text("kind", &several.kind)
      coder.text("item", &several.item)
    }
    coder.flag("isBulk", &isBulk)
    coder.flag("replacesAll", &replacesAll)
    coder.flag("showsParent", &showsParent)
    coder.text("produced", &produced)
    coder.text("relationship", &relationship)
    coder.list("scopes", &scopes, Scope(parameter: "", parent: nil, member: nil)) { $0.code(&$1) }
    let none = Membership(.list, owner: "", name: "", scopes: [])
    coder.inner("membership", &membership, none) { $0.code(&$1) }
    coder.inner("linked", &linked, LinkedList(named: "")) { linked, coder in
      coder.text("named", &linked.named)
      coder.text("member", &linked.member)
      coder.flag("isOfNamed", &linked.isOfNamed)
      coder.text("membership", &linked.membership)
    }
    coder.pointer("recordSchema", &recordSchema)
    coder.texts("answerEnvelope", &answerEnvelope)
    coder.texts("requestEnvelope", &requestEnvelope)
    coder.text("severalMember", &severalMember)
    coder.inner("paging", &paging, Paging(style: .page)) { $0.code(&$1) }
    coder.member(
      "forms", &forms, or: [:],
      { forms in
        let members = forms.sorted { $0.key < $1.key }
        return .object(JSONObject(members.map { ($0.key, ModelCoder.written($0.value) { $0.code(&$1) }) }))
      },
      { json in
        let blank = ResponseForm(recordSchema: nil, envelope: [], paging: nil)
        let forms = (json.object?.members ?? []).compactMap { form in
          ModelCoder.read(form.value, blank) { $0.code(&$1) }.map { (form.key, $0) }
        }
        return Dictionary(forms) { first, _ in first }
      })
    let blankForm = ResponseForm(recordSchema: nil, envelope: [])
    coder.inner("pageChoice", &pageChoice, PageChoice(parameter: "", form: blankForm)) { $0.code(&$1) }
    coder.inner("sorting", &sorting, Sorting(parameter: "")) { sorting, coder in
      coder.text("parameter", &sorting.parameter)
      coder.text("direction", &sorting.direction)
    }
    coder.inner("usualOrder", &usualOrder, Order(member: "")) { order, coder in
      coder.text("member", &order.member)
      coder.flag("isFalling", &order.isFalling)
    }
    coder.map("filters", &filters)
    coder.map("lowerBounds", &lowerBounds)
    coder.map("upperBounds", &upperBounds)
    coder.member(
      "conditions", &conditions, or: [:],
      { conditions in
        let members = conditions.sorted { $0.key < $1.key }
        return .object(JSONObject(members.map { ($0.key, ModelCoder.written($0.value) { $0.code(&$1) }) }))
      },
      { json in
        let blank = QueryCondition([], .equal)
        let members = (json.object?.members ?? []).compactMap { member in
          ModelCoder.read(member.value, blank) { $0.code(&$1) }.map { (member.key, $0) }
        }
        return Dictionary(members) { first, _ in first }
      })
    coder.text("searchParameter", &searchParameter)
    coder.map("lists", &lists)
    coder.text("itemMember", &itemMember)
    coder.inner("tree", &tree, TreeMembers(parent: "", children: "")) { tree, coder in
      coder.text("parent", &tree.parent)
      coder.text("children", &tree.children)
    }
    coder.flag("isNewestFirst", &isNewestFirst)
    coder.flag("isRelationship", &isRelationship)
    coder.text("countMember", &countMember)
    coder.inner("marks", &marks, MarkList(flag: "", marked: "", named: "", isOfMarkers: false)) { marks, coder in
      coder.text("flag", &marks.flag)
      coder.text("marked", &marks.marked)
      coder.text("named", &marks.named)
      coder.flag("isOfMarkers", &marks.isOfMarkers)
    }
    coder.text("flag", &flag)
    coder.text("ownMember", &ownMember)
    coder.inner("listed", &listed, QueryCondition([], .equal)) { $0.code(&$1) }
    coder.inner("change", &change, StateChange(member: "", value: .null)) { change, coder in
      coder.text("member", &change.member)
      coder.member("value", &change.value, or: .null, { $0 }, { $0 })
      coder.text("requestMember", &change.requestMember)
      coder.flag("isToggle", &change.isToggle)
      coder.member("otherwise", &change.otherwise, or: nil, { $0 ?? .null }, { $0 })
    }
    coder.list("moments", &moments, Moment(member: "", isCleared: false)) { moment, coder in
      coder.text("member", &moment.member)
      coder.flag("isCleared", &moment.isCleared)
    }
    coder.inner("account", &account, AccountUse(.me)) { $0.code(&$1) }
    coder.inner("longPoll", &longPoll, LongPoll(wait: "")) { $0.code(&$1) }
    coder.number("status", &status)
    coder.member("confidence", &confidence, or: 0, { JSONNumber($0).map(JSONValue.number) ?? 0 }, \.number?.double)
    coder.text("reason", &reason)
    coder.list("corrections", &corrections, Correction("", "")) { correction, coder in
      coder.text("name", &correction.name)
      coder.text("value", &correction.value)
    }
  }
}

extension OperationDescription.Scope {
  mutating func code(_ coder: inout ModelCoder) {
    coder.text("parameter", &parameter)
    coder.text("parent", &parent)
    coder.text("member", &member)
    coder.texts("lookupMembers", &lookupMembers)
    coder.flag("isInQuery", &isInQuery)
  }
}

extension OperationDescription.ResponseForm {
  mutating func code(_ coder: inout ModelCoder) {
    coder.pointer("recordSchema", &recordSchema)
    coder.texts("envelope", &envelope)
    coder.inner("paging", &paging, Paging(style: .page)) { $0.code(&$1) }
  }
}
