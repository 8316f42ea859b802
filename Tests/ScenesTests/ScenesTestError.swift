/// A value that a test did not expect.
struct ScenesTestError: Error {
  var text: String

  init(_ text: String) {
    self.text = text
  }
}
