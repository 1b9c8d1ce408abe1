import Options
import OwnAPIs

enum OwnAPIOptions: OptionSection {
  static let title = "Own APIs"
  static let options: [ServeOption] = [
    ServeOption(
      "api", \.server.own.documents, .namedPaths, "Serve the API of an OpenAPI document: shop=openapi.yaml, or a file.",
      details: "It may be given several times."),
    ServeOption(
      "overlay", \.server.own.overlays, .namedPaths, "Correct a document by an OpenAPI Overlay: shop=overlay.yaml."),
    ServeOption(
      "data", \.server.own.data, .namedPaths, "Begin with records of your own, RESOURCE.json each: shop=folder."),
    ServeOption(
      "only", \.server.only, .list({ $0.isEmpty ? nil : $0 }, text: { $0 }),
      "The APIs to serve, own and built-in ones, with commas.", ifUnset: "all"),
  ]
}

extension OptionKind where Value == [NamedPath] {
  /// Files or folders, each with the name of an API before it where there are several.
  fileprivate static var namedPaths: OptionKind {
    OptionKind(
      completion: .file, traits: [.list, .namedPath],
      read: { value throws(OptionError) in
        var paths: [NamedPath] = []
        for part in value.text.split(separator: ",") {
          guard let path = NamedPath(String(part)) else { throw value.refusal("must be NAME=PATH or a path") }
          paths.append(path)
        }
        return paths
      }, text: { $0.isEmpty ? nil : $0.map(\.description).joined(separator: ",") })
  }
}
