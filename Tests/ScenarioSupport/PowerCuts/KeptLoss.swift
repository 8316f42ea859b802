/// An acknowledged value is missing, or a value exists that was never sent.
struct KeptLoss: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
