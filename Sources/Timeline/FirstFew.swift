extension Array where Element == String {
  /// These sentences where they are few, else the first, and how many more there are.
  public var firstFew: [String] {
    let most = 10
    return count <= most ? self : prefix(most) + ["and \(count - most) more"]
  }
}
