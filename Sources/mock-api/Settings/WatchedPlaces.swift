import Server

/// The files and folders that a running server follows from.
struct WatchedPlaces: Equatable {
  /// What a file is part of.
  enum Part: Hashable {
    case configuration
    case seeds
    case faults
    case documents
  }

  /// The configuration file, whether it is there or not.
  let file: String
  private let places: [Place]

  private struct Place: Equatable {
    let part: Part
    let path: String
  }

  init(_ file: String, _ settings: ServeSettings) {
    self.file = file
    var places = [Place(part: .configuration, path: file)]
    if let seeds = try? DataFolder.seeds.locate(settings.server.seedsFolder) {
      places.append(Place(part: .seeds, path: seeds))
    }
    if let faults = settings.server.faultsFile { places.append(Place(part: .faults, path: faults)) }
    // Who names no folder does not write documents either.
    if let folder = settings.server.openapiFolder { places.append(Place(part: .documents, path: folder)) }
    self.places = places
  }

  var all: [String] { places.map(\.path) }

  /// What the file at a path is part of.
  func part(of path: String) -> Part? {
    places.first { path == $0.path || path.hasPrefix("\($0.path)/") }?.part
  }
}
