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
