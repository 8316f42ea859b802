/// Something was acknowledged and is not there, or something is there that nobody sent.
struct KeptLoss: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
