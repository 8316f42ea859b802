/// A Swift file of `Sources/`, read.
struct SourceFile {
  let target: String
  /// From the top of the checkout.
  let path: String
  let lineCount: Int
  let text: SwiftText

  init(target: String, path: String, source: String) {
    self.target = target
    self.path = path
    lineCount = source.split(separator: "\n", omittingEmptySubsequences: false).count - (source.hasSuffix("\n") ? 1 : 0)
    text = SwiftText(source)
  }
}
