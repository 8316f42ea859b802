/// The short names of a screen's modes, each unique among them. A name is `WIDTHxHEIGHT@REFRESH`, with `i` after the height if interlaced.
/// If two modes differ only in their picture aspect, or the pixels are not square, it ends with ` 4:3` or another aspect. Modes that still
/// share a name get ` #2`, ` #3` in the order of the list.
public struct ModeNames: Sendable {
  private var names: [ScreenMode: String] = [:]

  /// Names the modes of one screen.
  public init(of modes: [ScreenMode]) {
    let plainNames = modes.map(Self.plainName)
    let aspects = Dictionary(grouping: zip(plainNames, modes), by: \.0).mapValues { Set($0.map(\.1.pictureAspect)) }
    var taken: [String: Int] = [:]
    for (mode, plainName) in zip(modes, plainNames) where names[mode] == nil {
      var name = plainName
      if let aspect = mode.pictureAspect, mode.pixelAspectRatio != 1 || aspects[plainName, default: []].count > 1 {
        name += " \(aspect.rawValue)"
      }
      taken[name, default: 0] += 1
      names[mode] = taken[name].map { $0 == 1 ? name : "\(name) #\($0)" }
    }
  }

  /// The mode's name; if the mode is not in the list, the plain name.
  public subscript(mode: ScreenMode) -> String {
    names[mode] ?? Self.plainName(of: mode)
  }

  /// The name without additions for uniqueness, such as `1920x1080@59.94` or `1920x1080i@60`.
  public static func plainName(of mode: ScreenMode) -> String {
    "\(mode.size.width)x\(mode.size.height)\(mode.isInterlaced ? "i" : "")@\(refreshText(millihertz: mode.refreshMillihertz))"
  }

  /// Hertz with at most two decimals and no trailing zeros: `60`, `59.94`, `23.98`.
  public static func refreshText(millihertz: Int) -> String {
    let hundredths = (min(max(0, millihertz), 1 << 53) + 5) / 10
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest / 10)\(rest % 10)"
  }
}
