extension String {
  /// The message with the command line's hint behind it, as `marqueectl` prints them.
  public func followed(by hint: String?) -> String {
    guard let hint else { return self }
    return "\(self)\(hasSuffix(".") ? " " : "; ")\(hint)"
  }
}
