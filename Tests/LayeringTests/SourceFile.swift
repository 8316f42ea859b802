/// A Swift file of `Sources/` or `Tests/`, read.
struct SourceFile: Sendable {
  let target: String
  /// From the top of the checkout.
  let path: String
  let lineCount: Int
  let text: SwiftText
  /// The words of each line of code, for `SourceRule`.
  let words: [[Substring]]

  init(target: String, path: String, source: String) {
    self.target = target
    self.path = path
    lineCount = source.split(separator: "\n", omittingEmptySubsequences: false).count - (source.hasSuffix("\n") ? 1 : 0)
    text = SwiftText(source)
    words = text.lines.map { SourceRule.words($0.text) }
  }
}
