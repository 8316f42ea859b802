extension Unicode.Scalar {
  /// Whether it controls a terminal, ends a line or turns the direction of writing, instead of being a part of a text.
  ///
  /// These are the control characters (C0 and C1 of ECMA-48), the separators of lines and paragraphs, and those of Unicode's bidirectional
  /// algorithm, with which a text can show something else than it says. Whoever prints texts from outside replaces them.
  public var isControlling: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
