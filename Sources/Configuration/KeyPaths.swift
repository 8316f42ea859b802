/// Spells the way to a value: `screens[1].rotation`.
enum KeyPaths {
  static func join(_ path: String, _ key: String) -> String {
    let key = Quoting.short(key)
    return path.isEmpty ? key : "\(path).\(key)"
  }
}
