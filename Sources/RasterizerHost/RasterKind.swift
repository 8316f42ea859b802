internal import Rasterizing

/// What a request is about.
///
/// The first of its kind takes a worker longer than those after it: only a text loads the fonts.
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
}
