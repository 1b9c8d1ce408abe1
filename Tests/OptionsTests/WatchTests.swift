import Foundation
import Options
import Testing

@Suite("Watched files")
final class WatchTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "mock-api-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "sub"), withIntermediateDirectories: true)
    try write("a.yaml", "1")
    try write("sub/b.json", "1")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  @Test("tell of a change once, when it is over")
  func once() throws {
    let files = WatchedFiles([path("a.yaml"), path("sub"), path("later.yaml")])
    var detector = ChangeDetector(files.marks())
    #expect(detector.changes(files.marks()) == [])
    try write("a.yaml", "12")
    #expect(detector.changes(files.marks()) == [])
    try write("a.yaml", "123")
    #expect(detector.changes(files.marks()) == [])
    #expect(detector.changes(files.marks()) == [path("a.yaml")])
    #expect(detector.changes(files.marks()) == [])
  }

  @Test("may come, go, be replaced and be linked anew")
  func kinds() throws {
    let files = WatchedFiles([path("a.yaml"), path("sub"), path("later.yaml")])
    var detector = ChangeDetector(files.marks())
    func settled() -> [String] {
      _ = detector.changes(files.marks())
      return detector.changes(files.marks())
    }
    try write("later.yaml", "1")
    #expect(settled() == [path("later.yaml")])
    try FileManager.default.removeItem(at: folder.appending(path: "sub/b.json"))
    #expect(settled() == [path("sub/b.json")])
    try write("new", "1")
    #expect(rename(path("new"), path("a.yaml")) == 0)
    #expect(settled() == [path("a.yaml")])
    try write("target", "4")
    try FileManager.default.removeItem(at: folder.appending(path: "a.yaml"))
    try FileManager.default.createSymbolicLink(atPath: path("a.yaml"), withDestinationPath: path("target"))
    #expect(settled() == [path("a.yaml")])
  }

  @Test("leave out what editors write beside them, and end in a folder that holds itself")
  func leftOut() throws {
    let files = WatchedFiles([path("sub")])
    try FileManager.default.createSymbolicLink(atPath: path("sub/self"), withDestinationPath: path("sub"))
    let before = files.marks()
    try write("sub/.b.json.swp", "1")
    try write("sub/b.json~", "1")
    #expect(files.marks() == before)
  }
}
