import Contract
import HTTPCore
import JSON
import JSONSchema
import OpenAPI
import Platform
import Resources
import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A path that may have a name: `shop=openapi.yaml`, or `openapi.yaml`.
package struct NamedPath: Sendable, Equatable, CustomStringConvertible {
  package let name: String?
  package let path: String

  /// Creates a path with a name, or without.
  package init(name: String?, path: String) { (self.name, self.path) = (name, path) }

  /// Reads `name=path` or a path; nil when either is empty.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    // A path may hold an equals sign, a name cannot hold a slash.
    if parts.count == 2, !parts[0].contains("/") {
      guard !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
      (name, path) = (String(parts[0]), String(parts[1]))
    } else {
      guard !text.isEmpty else { return nil }
      (name, path) = (nil, text)
    }
  }

  package var description: String { name.map { "\($0)=\(path)" } ?? path }
}

/// The APIs that a user brought along, as files.
package struct CustomAPISources: Sendable, Equatable {
  /// The documents.
  package var documents: [NamedPath] = []
  /// An overlay for each, by the names of the APIs.
  package var overlays: [NamedPath] = []
  /// A folder with records for each, by the names of the APIs.
  package var data: [NamedPath] = []
  /// Whether a defect of a document is an error.
  package var refusesDefects = false
  /// Where compiled documents are kept; nil for nowhere.
  package var cacheFolder: String?

  /// None.
  package init() {}

  /// Every file and folder that the APIs follow from.
  package var paths: [String] { (documents + overlays + data).map(\.path) }

  /// How many notes about a document are reported.
  private static let reportedNotes = 20

  /// Reads them all.
  ///
  /// - Parameters:
  ///   - taken: Names that other APIs have.
  ///   - edition: How often they were read, this time included.
  ///   - report: Called for what could not be understood or answered as documented, with the name of the API.
  /// - Throws: ``DocumentFailure`` that names file and place.
  package func load(
    taken: [String], edition: Int = 1, report: @escaping @Sendable (String, String) -> Void
  ) throws(DocumentFailure) -> [CustomAPI] {
    var apis: [CustomAPI] = []
    for (source, document, model) in try models() {
      let name = document.name
      if taken.contains(name) || name == "mock" {
        throw DocumentFailure(
          file: source.path,
          reason: "the name \"\(name)\" is taken; give the API another one: --api NAME=\(source.path)")
      }
      let notes = document.notes + model.notes
      for note in notes.prefix(Self.reportedNotes) { report(name, note) }
      if notes.count > Self.reportedNotes {
        report(name, "\(notes.count - Self.reportedNotes) more of these; mock-api explain \(source.path) lists them.")
      }
      let records = try folder(of: name).map { path throws(DocumentFailure) in
        try SuppliedRecords(path, document, model).records
      }
      do throws(ContractError) {
        apis.append(try CustomAPI(document, model: model, data: records ?? [:], edition: edition) { report(name, $0) })
      } catch {
        throw DocumentFailure(file: source.path, reason: "\(error)")
      }
    }
    for other in overlays + data where !isUsed(other, by: apis) {
      throw DocumentFailure(
        file: other.path,
        reason: "there is no API \"\(other.name ?? "")\"; the APIs are \(apis.map(\.name).joined(separator: ", "))")
    }
    return apis
  }

  /// The documents with their models; an AsyncAPI document with the name of another document is a part of that one.
  ///
  /// - Throws: ``DocumentFailure`` that names file and place.
  package func models() throws(DocumentFailure) -> [(source: NamedPath, document: OpenAPIDocument, model: APIModel)] {
    var found: [(source: NamedPath, document: OpenAPIDocument, model: APIModel)] = []
    for source in documents {
      let (document, model) = try APIModel.load(
        name: source.name, path: source.path, overlay: overlay(of: source), isStrict: refusesDefects,
        cacheFolder: cacheFolder)
      guard let place = found.firstIndex(where: { $0.document.name == document.name }) else {
        found.append((source, document, model))
        continue
      }
      let other = found[place]
      if !document.hasPaths {
        found[place].document = other.document.adding(channelsOf: document)
      } else if !other.document.hasPaths {
        found[place] = (source, document.adding(channelsOf: other.document), model)
      } else {
        throw DocumentFailure(
          file: source.path,
          reason: "two APIs have the name \"\(document.name)\"; give one another name: --api NAME=\(source.path)")
      }
    }
    return found
  }

  private func isUsed(_ other: NamedPath, by apis: [CustomAPI]) -> Bool {
    guard let name = other.name else { return apis.count == 1 }
    return apis.contains { $0.name == name }
  }

  /// The overlay of an API: that of its name, or the one without a name where there is one API.
  private func overlay(of source: NamedPath) -> String? {
    let name = source.name ?? OpenAPIDocument.name(ofFile: source.path)
    return overlays.first { $0.name == name || $0.name == nil && isOneAPI }?.path
  }

  /// Whether all documents are those of one API.
  private var isOneAPI: Bool {
    Set(documents.map { $0.name ?? OpenAPIDocument.name(ofFile: $0.path) ?? $0.path }).count == 1
  }

  private func folder(of name: String) -> String? {
    data.first { $0.name == name || $0.name == nil && isOneAPI }?.path
  }
}
