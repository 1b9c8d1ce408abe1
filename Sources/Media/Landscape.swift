import World

/// An invented landscape, in shares of the picture and of its shorter side, before it has a size.
struct Landscape {
  let mood: Mood
  let sky: Sky
  /// From the farthest to the nearest.
  let ridges: [Ridge]
  let sea: Sea?

  init(seed: String) {
    var generator = SeededGenerator(purpose: "landscape", seed: seed)
    mood = Mood.all[generator.index(below: Mood.all.count)]
    sky = Sky(mood: mood, &generator)
    sea = mood.isSea ? Sea(&generator) : nil
    ridges = sea.map { Self.headlands(horizon: $0.horizon, &generator) } ?? Self.hills(mood, &generator)
  }

  func draw(_ size: PictureSize) -> RGBPicture {
    var picture = RGBPicture(size: size)
    sky.draw(on: &picture, mood: mood)
    for (index, ridge) in ridges.enumerated() {
      let nearness = sea == nil ? Double(index) / Double(max(1, ridges.count - 1)) : 0.15 + 0.3 * Double(index)
      RidgePainter(ridge: ridge, color: mood.far.mixed(with: mood.near, nearness), haze: haze(nearness))
        .draw(on: &picture)
    }
    sea?.draw(on: &picture, mood: mood, lightX: sky.lightX)
    return picture
  }

  /// What a layer fades into at its foot: the sky at the horizon, the more so the farther it is.
  private func haze(_ nearness: Double) -> Color {
    let color = mood.far.mixed(with: mood.near, nearness)
    return color.mixed(with: mood.sky[2].mixed(with: mood.far, 0.4), 0.7 - 0.55 * nearness)
  }

  /// Mountains behind, then hills, the nearest with the tallest trees.
  private static func hills(_ mood: Mood, _ generator: inout SeededGenerator) -> [Ridge] {
    let count = 4 + generator.index(below: 2)
    let peaks = generator.number(in: 0.2...1)
    return (0..<count).map { index in
      let nearness = Double(index) / Double(count - 1)
      let isWooded = index > 0 && mood.growth != .none
      return Ridge(
        base: 0.66 + 0.3 * nearness + generator.number(in: -0.02...0.02),
        height: (0.36 - 0.16 * nearness) * generator.number(in: 0.8...1.15),
        wavelength: (0.42 + 0.3 * nearness) * generator.number(in: 0.8...1.3),
        sharpness: peaks * max(0, 1 - 2 * nearness), octaves: index == 0 ? 5 : 4 - min(2, index),
        noise: ValueNoise(seed: generator.next()), growth: mood.growth,
        treeHeight: isWooded ? (0.02 + 0.11 * nearness * nearness) * (mood.growth == .firs ? 1 : 0.55) : 0)
    }
  }

  /// Two capes that reach into the sea from the left or from the right of a wide picture.
  private static func headlands(horizon: Double, _ generator: inout SeededGenerator) -> [Ridge] {
    let isRight = generator.index(below: 2) == 1
    return (0..<2).map { index in
      let end = generator.number(in: 0.35...0.8) * (index == 0 ? 1.3 : 0.8)
      return Ridge(
        base: horizon, height: index == 0 ? 0.2 : 0.15, wavelength: generator.number(in: 0.25...0.45),
        sharpness: 0.5, noise: ValueNoise(seed: generator.next()),
        shore: isRight ? (1.75 - end * 0.3, 1.75 - end) : (end * 0.3, end))
    }
  }
}

/// The light and colours of a landscape.
struct Mood: Sendable {
  enum Light: Sendable {
    case sun
    case moon
  }

  enum Growth: Sendable {
    case none
    case firs
    case crowns
  }

  /// From the top to the horizon.
  let sky: [Color]
  /// Of the sun or moon, and of what shines around it.
  let light: Color
  let glow: Color
  let cloud: Color
  /// Of the farthest and the nearest layer.
  let far: Color
  let near: Color
  let kind: Light
  /// The share of the height where the sun or moon may stand.
  let lightHeight: ClosedRange<Double>
  let growth: Growth
  let isSea: Bool

  private init(
    sky: [UInt32], light: UInt32, glow: UInt32, cloud: UInt32, far: UInt32, near: UInt32, kind: Light = .sun,
    lightHeight: ClosedRange<Double>, growth: Growth, isSea: Bool = false
  ) {
    self.sky = sky.map { Color($0) }
    self.light = Color(light)
    self.glow = Color(glow)
    self.cloud = Color(cloud)
    self.far = Color(far)
    self.near = Color(near)
    self.kind = kind
    self.lightHeight = lightHeight
    self.growth = growth
    self.isSea = isSea
  }
}

extension Mood {
  static let all = [dawn, noon, meadow, dusk, night, autumn, mist, sea, sunset]

  private static let dawn = Self(
    sky: [0x6C86C4, 0xE9B1B6, 0xFFE6C4], light: 0xFFF6DF, glow: 0xFFE9C0, cloud: 0xFFDCD2, far: 0xC3A0BE,
    near: 0x3D3560, lightHeight: 0.36...0.5, growth: .firs)
  private static let noon = Self(
    sky: [0x2F7FD0, 0x86C3EE, 0xE2F3F3], light: 0xFFFBE6, glow: 0xF4FAF0, cloud: 0xFFFFFF, far: 0x9CC4D2,
    near: 0x1F5E43, lightHeight: 0.14...0.26, growth: .firs)
  private static let meadow = Self(
    sky: [0x58A8E0, 0xB3DDF2, 0xFBF6DC], light: 0xFFF8D8, glow: 0xFFFBE2, cloud: 0xFFFFFF, far: 0xB4D3BC,
    near: 0x3F7D2C, lightHeight: 0.16...0.34, growth: .crowns)
  private static let dusk = Self(
    sky: [0x2A2A62, 0xB5527E, 0xFFB877], light: 0xFFE3A6, glow: 0xFFC27A, cloud: 0xE98795, far: 0xA9587F,
    near: 0x1B1738, lightHeight: 0.42...0.55, growth: .firs)
  private static let night = Self(
    sky: [0x0A1030, 0x1B2C5E, 0x46639A], light: 0xF3F1DE, glow: 0x7C97CC, cloud: 0x3A5288, far: 0x3A5488,
    near: 0x070D22, kind: .moon, lightHeight: 0.16...0.32, growth: .firs)
  private static let autumn = Self(
    sky: [0x7FB0C8, 0xE3DCC0, 0xFDEBC8], light: 0xFFF4D2, glow: 0xFFF0C4, cloud: 0xFFF9EC, far: 0xE0B58A,
    near: 0x6E2A16, lightHeight: 0.2...0.42, growth: .crowns)
  private static let mist = Self(
    sky: [0x8FADB8, 0xC3D4D3, 0xF1F2E6], light: 0xFDFBEF, glow: 0xF6F5E8, cloud: 0xE9EFEC, far: 0xB2C6C6,
    near: 0x1D3A3F, lightHeight: 0.26...0.42, growth: .firs)
  private static let sea = Self(
    sky: [0x3E9CCB, 0xA6DCE6, 0xFFF3DA], light: 0xFFF9E4, glow: 0xFFF4D6, cloud: 0xFFFFFF, far: 0x8DBFCB,
    near: 0x0B4F6C, lightHeight: 0.24...0.4, growth: .none, isSea: true)
  private static let sunset = Self(
    sky: [0x3B3A7A, 0xE0707A, 0xFFCF8F], light: 0xFFF0BE, glow: 0xFFD894, cloud: 0xF7A08C, far: 0xB26E86,
    near: 0x2A2350, lightHeight: 0.36...0.5, growth: .none, isSea: true)
}

/// The upper edge of a layer of hills, as a height above its base at each place from the left. All lengths are in
/// the picture's shorter side.
struct Ridge: Sendable {
  /// The share of the picture's height where the layer's base is.
  var base: Double
  var height: Double
  var wavelength: Double
  /// From 0 for round hills to 1 for peaks.
  var sharpness: Double
  var octaves = 4
  var noise: ValueNoise
  var growth = Mood.Growth.none
  /// The height of the tallest trees.
  var treeHeight = 0.0
  /// Headlands end: the places where the ridge sinks to its base, when there are any.
  var shore: (from: Double, to: Double)?

  func elevation(at place: Double) -> Double {
    let smooth = noise.layered(at: place / wavelength, octaves: octaves)
    var elevation = height * smooth
    if sharpness > 0 {
      let peak = noise.layered(at: place / wavelength * 2, octaves: octaves, hasPeaks: true)
      elevation += height * (peak - smooth) * sharpness
    }
    if let shore { elevation *= 1 - smoothstep((place - shore.from) / (shore.to - shore.from)) }
    return treeHeight > 0 ? elevation + trees(at: place) : elevation
  }

  /// The tallest of the trees whose crowns reach the place. They stand in woods with clearings.
  private func trees(at place: Double) -> Double {
    let spacing = treeHeight * (growth == .firs ? 0.3 : 0.55)
    let here = Int(place / spacing)
    var tallest = 0.0
    for tree in here - 1...here + 1 {
      let middle = (Double(tree) + 0.2 + 0.6 * random(tree, 1)) * spacing
      let wood = smoothstep((noise.value(at: (middle / wavelength + 7) * 3) - 0.35) * 4)
      let size = treeHeight * (0.45 + 0.55 * random(tree, 2)) * wood
      guard size > 0.1 * treeHeight else { continue }
      let away = place < middle ? middle - place : place - middle
      tallest = max(tallest, size * profile(away / (size * (growth == .firs ? 0.21 : 0.5))))
    }
    return tallest
  }

  /// The outline of a tree from its middle (0) to its side (1): tiers of branches, or a round crown.
  private func profile(_ away: Double) -> Double {
    guard away < 1 else { return 0 }
    guard growth == .firs else { return (1 - away * away).squareRoot() * 0.8 }
    let tiers = 5.0
    let tier = Double(Int(away * tiers))
    return 1 - (tier + 0.7 * (away * tiers - tier)) / tiers
  }

  private func random(_ tree: Int, _ purpose: UInt64) -> Double {
    SeededGenerator.fraction(at: tree, ofSeed: noise.seed ^ (purpose << 56))
  }
}

/// Fills everything below a ridge, with the layer's colour at its top and haze at its foot.
struct RidgePainter {
  let ridge: Ridge
  let color: Color
  let haze: Color

  /// The samples a pixel is wide, which smooth steep edges.
  private static let samples = 4

  func draw(on picture: inout RGBPicture) {
    let outline = outline(picture.size)
    let top = outline.min() ?? 0
    let first = min(max(Int(max(top, 0)), 0), picture.size.height)
    let colors = colors(from: top, picture.size)
    for row in first..<picture.size.height {
      for column in 0..<picture.size.width {
        let coverage = Self.coverage(outline, column, below: Double(row))
        if coverage > 0 {
          picture.cover(column..<column + 1, row: row, with: colors[row], opacity: coverage)
        }
      }
    }
  }

  /// The row where the layer begins, with its fraction, at each sample from the left.
  private func outline(_ size: PictureSize) -> [Double] {
    let unit = Double(size.shorterSide)
    let base = ridge.base * Double(size.height)
    return (0..<size.width * Self.samples).map { sample in
      base - unit * ridge.elevation(at: (Double(sample) + 0.5) / (Double(Self.samples) * unit))
    }
  }

  private static func coverage(_ outline: [Double], _ column: Int, below row: Double) -> Double {
    var sum = 0.0
    for sample in column * samples..<(column + 1) * samples { sum += min(max(row + 1 - outline[sample], 0), 1) }
    return sum / Double(samples)
  }

  /// The layer's colour in each row, in few enough steps to compress well.
  private func colors(from top: Double, _ size: PictureSize) -> [Color] {
    let steps = 48
    let ramp = color.ramp(to: haze, count: steps)
    let span = max(1, 0.3 * Double(size.shorterSide) + ridge.base * Double(size.height) - top)
    return (0..<size.height).map { row in
      ramp[min(max(Int((Double(row) - top) / span * Double(steps)), 0), steps - 1)]
    }
  }
}
