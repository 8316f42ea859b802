internal import Rasterizing

/// What a request is about.
enum RasterKind: Hashable {
  case text
  case code
  case png
  case document

  init(of request: RasterRequest) {
    self =
      switch request {
      case .text: .text
      case .code: .code
      case .png: .png
      case .document: .document
      }
  }

  /// Whether it takes longer than usual where so much was answered before.
  ///
  /// The first answer waits for the program to start, and the first text, whenever it comes, for the fonts.
  func isNew(after answered: Set<RasterKind>) -> Bool {
    self == .text ? !answered.contains(.text) : answered.isEmpty
  }
}
