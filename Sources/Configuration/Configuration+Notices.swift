import DisplayTypes
import ModeSelection

extension Configuration {
  /// What is no error but worth saying when the file is checked or loaded: rules that name an app which the file does not define.
  ///
  /// A controller may register that app later; until then the screen shows the overall foreground app.
  public var notices: [ConfigurationError] {
    screens.enumerated().compactMap { index, rule in
      guard let name = rule.app, let location = name.location, app(named: name.value) == nil else { return nil }
      return ConfigurationError(
        location: location, keyPath: "screens[\(index)].apps[0]",
        problem: "the app “\(Quoting.short(name.value))” does not stand in this file",
        hint: "it counts once a controller has registered it")
    }
  }
}
