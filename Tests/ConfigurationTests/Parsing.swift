import Configuration
import ContentModel

/// Parses a text as the file `marquee.yaml`.
func parsed(_ text: String) throws -> Configuration {
  try Configuration.parse(Array(text.utf8), file: "marquee.yaml")
}

/// The errors of a text, one description for each; empty if there is none.
func problems(_ text: String) -> [String] {
  do throws(ConfigurationErrors) {
    _ = try Configuration.parse(Array(text.utf8), file: "marquee.yaml")
    return []
  } catch {
    return error.errors.map(\.description)
  }
}

/// An app whose external role has this value.
func externalRole(_ value: String) -> String {
  "apps:\n  lobby:\n    scenes:\n      externalDisplayNonInteractive: \(value)\n"
}
