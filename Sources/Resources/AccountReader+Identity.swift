import JSONSchema

// By what paths name accounts.

extension AccountReader {
  /// Has accounts be known by the id in their records, also where paths name them by `{username}`, and has what stands
  /// below an account's path belong to it, also where only registrations make accounts.
  func identify(_ model: inout APIModel, _ accounts: String, _ record: Schema?) {
    guard let at = model.resources.firstIndex(where: { $0.name == accounts }), let record else { return }
    let shape = index.shape(record)
    let reader = RecordReader(index: index)
    if let old = model.resources[at].idMember, !Self.isID(old),
      let id = ["id", "_id", "uuid", "uid"].lazy.compactMap({ shape.member($0) == nil ? nil : $0 }).first
    {
      model.resources[at].idMember = id
      model.resources[at].idStyle = reader.idStyle(shape.member(id), record: record, member: id, parameters: [])
      for number in model.operations.indices where model.operations[number].resource == accounts {
        guard let parameter = model.operations[number].idParameter, !Self.isID(parameter) else { continue }
        model.operations[number].lookupMembers = [old]
      }
      for number in model.operations.indices {
        for scope in model.operations[number].scopes.indices
        where model.operations[number].scopes[scope].parent == accounts
          && model.operations[number].scopes[scope].lookupMembers.isEmpty
          && !Self.isID(model.operations[number].scopes[scope].parameter)
        {
          model.operations[number].scopes[scope].lookupMembers = [old]
        }
      }
    }
    if model.accounts?.canRegister == true { model.resources[at].isTakenAsItComes = false }
    // Nobody could sign in where two accounts have one address.
    if model.resources[at].uniqueProperties.isEmpty,
      model.operations.contains(where: { $0.kind == .create && $0.resource == accounts }),
      let name = ["email", "emailaddress", "username", "login"].lazy.compactMap({ key in
        shape.members.first { $0.key == key && index.shape($0.node).types.contains("string") }
      }).first
    {
      model.resources[at].uniqueProperties = [name.name]
    }
    let key = Words.singularKey(accounts)
    for number in model.operations.indices {
      let segments = operations[number].shape.segments
      for scope in model.operations[number].scopes.indices where model.operations[number].scopes[scope].parent == nil {
        let parameter = model.operations[number].scopes[scope].parameter
        guard let place = segments.firstIndex(of: .parameter(parameter)), place > 0,
          let literal = segments[place - 1].literal, Words.singularKey(literal) == key
        else { continue }
        model.operations[number].scopes[scope].parent = accounts
        model.operations[number].scopes[scope].lookupMembers = reader.lookupMembers(
          shape, parameter: parameter, idMember: model.resources[at].idMember, literal: accounts)
      }
    }
  }

  /// Whether a property is an id rather than a name that somebody has chosen.
  private static func isID(_ name: String) -> Bool {
    ["id", "uuid", "uid", "guid", "pk"].contains(Words.split(name).last ?? "")
  }
}
