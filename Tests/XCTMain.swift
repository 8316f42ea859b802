import Testing

/// The program of all tests.
///
/// If this file is there, SwiftPM does not search for tests, for which it would need an index of the code.
@main struct Runner {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
