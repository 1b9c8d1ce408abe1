import Faults
import Foundation
import HTTPCore
import JSON
import World

/// The file of `--faults`: a JSON array of faults, each as `POST /_mock/faults` takes it.
enum FaultFile {
  /// The file cannot be used.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let maximumBytes = 16 << 20

  /// Reads the faults.
  ///
  /// - Parameters:
  ///   - names: What their conditions may name.
  /// - Throws: ``Failure`` that names the file, the fault and what is wrong with it.
  static func read(_ path: String, _ names: RouteNames) throws(Failure) -> [FaultDefinition] {
    let values: [JSONValue]
    do {
      try requireFile(path)
      let content = try JSONParser.parse(Array(try Data(contentsOf: URL(filePath: path))))
      guard let array = content.array else {
        throw Failure(description: "the faults in \(path) must be a JSON array, not \(content.typeName)")
      }
      values = array
    } catch let failure as Failure {
      throw failure
    } catch let error as JSONSyntaxError {
      throw Failure(description: "the faults in \(path) are not valid JSON: \(error)")
    } catch {
      throw Failure(description: "the faults in \(path) cannot be read: \(error.localizedDescription)")
    }
    guard values.count <= FaultTable.maximumCount else {
      throw Failure(description: "the faults in \(path) are more than \(FaultTable.maximumCount)")
    }
    var definitions: [FaultDefinition] = []
    for (index, value) in values.enumerated() {
      let place = "fault \(index + 1) in \(path)"
      guard let object = value.object else { throw Failure(description: "\(place) must be a JSON object") }
      do throws(Problem) {
        let definition = try FaultCatalogue.definition(object)
        try definition.match.requireKnown(names)
        definitions.append(definition)
      } catch {
        throw Failure(description: "\(place): \(error.message)")
      }
      guard let id = definitions.last?.id, definitions.dropLast().contains(where: { $0.id == id }) else { continue }
      throw Failure(description: "\(place) has the id \"\(id)\" of another one")
    }
    return definitions
  }

  /// Makes sure that reading comes to an end: that of a pipe would wait for its writer.
  private static func requireFile(_ path: String) throws(Failure) {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    // What is not there is told by the reading.
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target) else { return }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw Failure(description: "the faults in \(path) cannot be read: this is no ordinary file")
    }
    guard (attributes[.size] as? Int ?? 0) <= maximumBytes else {
      throw Failure(description: "the faults in \(path) are more than \(maximumBytes) bytes")
    }
  }
}
