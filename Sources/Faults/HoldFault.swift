import World

/// Holds exchanges until a test releases them, as a debugger's breakpoint does.
struct HoldFault: Fault {
  static let name = "hold"
  static let about =
    "holds the request or its response, by real time, until POST /_mock/holds/{id}/release releases it"

  let hold: ExchangeHold?

  init(_ fields: inout FaultFields) {
    let phase = fields.choice(
      "phase", of: ["response", "request"],
      "what waits; a response waits after the state has changed, a request before")
    let milliseconds = fields.integer(
      "milliseconds", in: 1...DelayLength.maximumMilliseconds, default: 60_000,
      "the longest time, after which the exchange goes on by itself")
    hold = ExchangeHold(phase == "request" ? .request : .response, milliseconds: milliseconds)
  }
}
