/// The signs of app icons, each within about one unit around the origin.
enum Emblem {
  static let all = [
    mountain, leaf, bolt, heart, star, drop, target, speech, bars, moon, flower, check, compass, plane, bookmark, cup,
  ]

  private static let mountain = Shape.polygon([(-0.95, 0.62), (-0.3, -0.38), (0.02, 0.1), (0.28, -0.22), (0.95, 0.62)])
    .expanded(by: 0.06).union(.circle(0.42, -0.64, radius: 0.2))

  private static let leaf = Shape.circle(-0.62, -0.62, radius: 1.22).intersection(.circle(0.62, 0.62, radius: 1.22))
    .subtracting(.stroke(-0.75, 0.75, 0.32, -0.32, width: 0.11)).union(.stroke(-0.9, 0.9, -0.68, 0.68, width: 0.13))

  private static let bolt = Shape.polygon([
    (0.18, -0.95), (-0.58, 0.14), (-0.06, 0.14), (-0.18, 0.95), (0.58, -0.18), (0.06, -0.18),
  ]).expanded(by: 0.05)

  private static let heart = Shape.circle(-0.42, -0.28, radius: 0.46).union(.circle(0.42, -0.28, radius: 0.46))
    .union(.polygon([(0, -0.1), (0.752, 0.037), (0.0, 0.8), (-0.752, 0.037)]))
    .union(.polygon([(-0.3, -0.3), (0.3, -0.3), (0, 0.4)]))

  private static let star = Shape.polygon([
    (0, -0.9), (0.22, -0.303), (0.856, -0.278), (0.357, 0.116), (0.529, 0.728), (0, 0.375), (-0.529, 0.728),
    (-0.357, 0.116), (-0.856, -0.278), (-0.22, -0.303),
  ]).expanded(by: 0.07)

  private static let drop = Shape.circle(0, 0.28, radius: 0.62)
    .union(.polygon([(0, -0.95), (0.544, -0.02), (0, 0.3), (-0.544, -0.02)]))
    .subtracting(.circle(0, 0.28, radius: 0.42).subtracting(.circle(0.12, 0.16, radius: 0.46)))

  private static let target = Shape.circle(0, 0, radius: 0.9).subtracting(.circle(0, 0, radius: 0.68))
    .union(.circle(0, 0, radius: 0.34))

  private static let speech = Shape.box(-0.68, -0.52, 0.68, 0.22).expanded(by: 0.22)
    .union(.polygon([(-0.5, 0.3), (-0.5, 0.86), (0.12, 0.4)]).expanded(by: 0.03))
    .subtracting(.circle(-0.4, -0.15, radius: 0.12)).subtracting(.circle(0, -0.15, radius: 0.12))
    .subtracting(.circle(0.4, -0.15, radius: 0.12))

  private static let bars = Shape.stroke(-0.6, 0.6, -0.6, 0.12, width: 0.36)
    .union(.stroke(0, 0.6, 0, -0.62, width: 0.36)).union(.stroke(0.6, 0.6, 0.6, -0.22, width: 0.36))

  private static let moon = Shape.circle(-0.06, 0.04, radius: 0.84).subtracting(.circle(0.34, -0.2, radius: 0.7))
    .union(.circle(0.42, -0.28, radius: 0.13)).union(.circle(0.74, 0.08, radius: 0.08))

  private static let flower = [
    (0, -0.55), (0.523, -0.17), (0.323, 0.445), (-0.323, 0.445), (-0.523, -0.17),
  ].reduce(Shape.circle(0, 0, radius: 0.3)) { $0.union(.circle($1.0, $1.1, radius: 0.36)) }
    .subtracting(.circle(0, 0, radius: 0.22))

  private static let check = Shape.circle(0, 0, radius: 0.92)
    .subtracting(.stroke(-0.4, 0.04, -0.1, 0.34, width: 0.2).union(.stroke(-0.1, 0.34, 0.42, -0.3, width: 0.2)))

  private static let compass = Shape.circle(0, 0, radius: 0.92).subtracting(.circle(0, 0, radius: 0.75))
    .union(.polygon([(0.46, -0.46), (0.17, 0.17), (-0.46, 0.46), (-0.17, -0.17)]))
    .subtracting(.circle(0, 0, radius: 0.1))

  private static let plane = Shape.polygon([(-0.9, -0.02), (0.9, -0.78), (-0.3, 0.22)]).expanded(by: 0.02)
    .union(.polygon([(0.9, -0.78), (0.3, 0.74), (-0.12, 0.32)]).expanded(by: 0.02))
    .union(.polygon([(-0.32, 0.34), (-0.04, 0.52), (-0.32, 0.84)]).expanded(by: 0.02))

  private static let bookmark = Shape.polygon([(-0.5, -0.82), (0.5, -0.82), (0.5, 0.82), (0, 0.42), (-0.5, 0.82)])
    .expanded(by: 0.08)

  private static let cup = Shape.circle(0.5, -0.06, radius: 0.36).subtracting(.circle(0.5, -0.06, radius: 0.2))
    .union(.box(-0.6, -0.4, 0.5, 0.12)).union(.circle(-0.05, 0.12, radius: 0.55).intersection(.box(-1, 0, 1, 1)))
    .union(.stroke(-0.66, 0.82, 0.56, 0.82, width: 0.13))
    .union(.stroke(-0.24, -0.86, -0.24, -0.62, width: 0.12)).union(.stroke(0.14, -0.86, 0.14, -0.62, width: 0.12))
}
