/// One target of `Sources/` and its allowed imports.
struct TargetLayer {
  let target: String
  /// Targets of this package, C modules included, in any order.
  let modules: Set<String>
  /// Modules of other packages and of the system.
  let systemModules: Set<String>

  init(_ target: String, _ modules: String = "", system: String = "") {
    self.target = target
    self.modules = Set(modules.split(separator: " ").map(String.init))
    systemModules = Set(system.split(separator: " ").map(String.init))
  }

  var allowed: Set<String> { modules.union(systemModules) }

  /// The C modules: each is a header and a module map.
  var cModules: Set<String> { modules.filter(TargetLayer.isCModule) }

  static func isCModule(_ name: String) -> Bool {
    let letters = name.prefix(2)
    return letters.first == "C" && letters.last?.isUppercase == true
  }
}
