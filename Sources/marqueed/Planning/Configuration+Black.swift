import Configuration
import DisplayTypes

extension Configuration {
  /// The same with black in place of every content: nothing has to be drawn or looked for.
  var black: Configuration {
    var black = self
    for app in black.apps.indices {
      for role in black.apps[app].scenes.indices {
        for scene in black.apps[app].scenes[role].configurations.indices
        where black.apps[app].scenes[role].configurations[scene].content != nil {
          black.apps[app].scenes[role].configurations[scene].content = Sourced(.color(.black))
        }
      }
    }
    return black
  }
}
