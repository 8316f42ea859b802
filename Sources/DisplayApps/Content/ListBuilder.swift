/// Puts values in a row, with conditions and loops.
@resultBuilder
public enum ListBuilder<Element> {
  /// A value.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// Those that stand there, in their order.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }
  /// Those of each round of a loop.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }
  /// What holds.
  public static func buildEither(first part: [Element]) -> [Element] { part }
  /// What holds else.
  public static func buildEither(second part: [Element]) -> [Element] { part }
  /// Some, or none.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
}
