/// Why the program ends, in a sentence.
struct RemoteFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
