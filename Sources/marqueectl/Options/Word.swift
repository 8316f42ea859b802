import ArgumentParser

/// A case of an enumeration of another target, by its name.
struct Word<Value: RawRepresentable<String> & CaseIterable & Sendable>: ExpressibleByArgument, Sendable {
  var value: Value

  init?(argument: String) {
    guard let value = Value(rawValue: argument) else { return nil }
    self.value = value
  }

  static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }
}
