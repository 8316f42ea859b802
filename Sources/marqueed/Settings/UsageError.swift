/// What is wrong with the command line, as a sentence.
nonisolated struct UsageError: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
