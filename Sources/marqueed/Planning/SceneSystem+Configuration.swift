import Configuration
import Scenes

extension SceneSystem {
  /// Applies a configuration in place of another: what the file says newly counts before what was chosen at run time.
  ///
  /// Returns the names of registered apps that it takes away.
  @discardableResult
  func apply(_ loaded: Configuration, insteadOf old: Configuration, apps: [App]) -> [String] {
    changeChoices { record, choices in
      let keys = loaded.screenKeys(changedFrom: old, connectorName: record.connector, identity: record.identity)
      choices.forget(keys)
    }
    return apply(policy: loaded.policy, apps: apps)
  }
}
