internal import Foundation

/// The programs that the package builds, beside the test bundle.
enum BuiltPrograms {
  /// The directory that has them; throws where they are not built.
  static func directory() throws -> String {
    var place = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    while place.path != "/" {
      place.deleteLastPathComponent()
      if FileManager.default.isExecutableFile(atPath: place.appending(path: "marqueed").path) { return place.path }
    }
    throw ScenarioFailure("marqueed is not beside the test bundle; run `make build-tests` first.")
  }
}
