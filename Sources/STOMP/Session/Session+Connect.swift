/// How a session begins (STOMP 1.2 §Connecting).
extension Session {
  mutating func connect(
    _ received: Frame, now: Int64, _ authenticate: (Headers) -> Authentication, _ actions: inout [Action]
  ) throws(Diagnosis) {
    let version = try negotiate(received.headers)
    let headers = version == .v1_0 ? received.headers.trimmed : received.headers
    let heartBeat = heartBeat(headers, &actions)
    switch authenticate(headers) {
    case .refused(let diagnosis): throw diagnosis
    case .accepted(let user, let warning):
      self.user = user
      if let warning { warn(warning, &actions) }
    }
    self.version = version
    parser.version = version
    phase = .connected
    liveness.agree(client: heartBeat ?? (0, 0), server: offeredHeartBeat, now: now)
    let offer = heartBeat == nil ? "0,0" : "\(offeredHeartBeat.sends),\(offeredHeartBeat.wants)"
    var answer = [("version", version.text), ("heart-beat", offer)]
    if let user { answer.append(("user-name", Self.token(user))) }
    answer += [("server", server), ("session", id)]
    send(.connected, answer, &actions)
  }

  /// The version to speak (checklist rows 22 to 24).
  private func negotiate(_ headers: Headers) throws(Diagnosis) -> ProtocolVersion {
    guard let header = headers.header("accept-version") else { return .v1_0 }
    guard let version = ProtocolVersion.highest(in: header.value) else { throw .unsupportedVersion(header) }
    return version
  }

  /// What the client can send and wants to get; nil when it does not say so in an intelligible way (checklist row
  /// 29).
  private mutating func heartBeat(_ headers: Headers, _ actions: inout [Action]) -> (sends: Int64, wants: Int64)? {
    guard let header = headers.header("heart-beat") else { return nil }
    let numbers = Liveness.milliseconds(header.value)
    if numbers == nil { warn(.malformedHeartBeat(header), &actions) }
    return numbers
  }
}
