// Measures what worlds cost a test, and prints one line of JSON. See `bench`.

import Foundation
import MockAPIClient
import SampleApp

/// The median and the 95th percentile, rounded to thousandths.
func quantiles(_ values: [Double]) -> (median: Double, p95: Double) {
  let sorted = values.sorted()
  func at(_ share: Double) -> Double {
    (sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] * 1000).rounded() / 1000
  }
  return (at(0.5), at(0.95))
}

/// Seconds that something takes.
func seconds(_ work: () async throws -> Void) async rethrows -> Double {
  let start = DispatchTime.now().uptimeNanoseconds
  try await work()
  return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

/// What each of the thousand tests does: five calls of the app and one of the test.
func test(in world: MockWorld, number: Int) async throws {
  let app = APIClient(try world.url(.agrobridge))
  let session: AgroBridge.Session = try await app.post("auth/login", AgroBridge.demo)
  let signedIn = app.signedIn(session.token)
  let record = AgroBridge.NewLote(
    nombre: "Lote \(number)", ubicacion: "Zona Sur", tipoCultivo: "Café", areaHectareas: 4.5)
  let created: AgroBridge.Lote = try await signedIn.post("lotes", record)
  let read: AgroBridge.Lote = try await signedIn.get("lotes/\(created.id)")
  guard read == created, created.nombre == record.nombre, created.id == "lote_165" else {
    throw MockAPIError.failed(operation: "bench", reason: "\(read) is not \(created)")
  }
  try await world.requests.verify(JournalMatch("POST", "/v1/lotes", status: 201), exactly: 1)
}

/// Hands out numbers to workers, and counts failures.
actor Counter {
  private var next = 0
  private let end: Int
  private(set) var failures = 0

  init(to end: Int) { self.end = end }

  func take() -> Int? {
    guard next < end else { return nil }
    next += 1
    return next
  }

  func fail(_ error: any Error) {
    failures += 1
    FileHandle.standardError.write(Data("\(error)\n".utf8))
  }
}

/// A number from the environment.
func size(_ name: String, standard: Int) -> Int {
  ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
}

let tests = size("KIT_BENCH_TESTS", standard: 1000)
let workers = 16
let runs = size("KIT_BENCH_RUNS", standard: 20)
let worldCount = size("KIT_BENCH_WORLDS", standard: 300)
let warmUps = 30
let server = try await MockServer.start(arguments: ["--rate-limit", "off", "--max-worlds", "100"])
let options = WorldOptions(leakedSockets: .ignore, server: server)

var worlds: [Double] = []
for number in 1...(warmUps + worldCount) {
  let time = try await seconds {
    try await withMockWorld(named: "world \(number)", options: options) { world in
      let app = APIClient(try world.url(.jsonplaceholder))
      _ = try await app.get("posts/1", as: JSONPlaceholder.Post.self)
    }
  }
  // The first are for warming up.
  if number > warmUps { worlds.append(time * 1000) }
}

var parallel: [Double] = []
var failures = 0
for _ in 0..<runs {
  let counter = Counter(to: tests)
  let time = await seconds {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask {
          while let number = await counter.take() {
            do {
              try await withMockWorld(named: "test \(number)", options: options) { world in
                try await test(in: world, number: number)
              }
            } catch {
              await counter.fail(error)
            }
          }
        }
      }
    }
  }
  parallel.append(time)
  failures += await counter.failures
}
let left = try await server.worlds.list().count - 1

var serial: [Double] = []
for _ in 0..<min(runs, 3) {
  serial.append(
    try await seconds {
      for number in 1...tests {
        try await test(in: server.defaultWorld, number: number)
        try await server.defaultWorld.reset()
      }
    })
}

let world = quantiles(worlds)
let together = quantiles(parallel)
let alone = quantiles(serial)
let result: JSONValue = [
  "kit": "swift",
  "world": ["runs": .integer(Int64(worldCount)), "median_ms": .number(world.median), "p95_ms": .number(world.p95)],
  "parallel": [
    "tests": .integer(Int64(tests)), "workers": .integer(Int64(workers)), "runs": .integer(Int64(runs)),
    "failures": .integer(Int64(failures)), "worlds_left": .integer(Int64(left)),
    "median_s": .number(together.median),
  ],
  "serial": ["tests": .integer(Int64(tests)), "median_s": .number(alone.median)],
  "ratio": .number((alone.median / together.median * 100).rounded() / 100),
]
print(result)
