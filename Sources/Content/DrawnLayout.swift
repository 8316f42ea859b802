internal import Composition
internal import DisplayTypes
internal import Rasterizing

/// A layout whose pictures the rasteriser draws from a text.
protocol DrawnLayout: AnyObject {
  /// What is not right about the last picture, as a sentence for the user; nil where all is well.
  var warning: String? { get }

  /// Makes the tree for a geometry.
  ///
  /// The next call, or `cancel()`, gives up an earlier one whose completion has not been called.
  func prepare(for geometry: OutputGeometry, completion: @escaping (Result<LayerTree, RasterError>) -> Void)

  /// The completion will not be called any more.
  func cancel()
}

extension BannerLayout: DrawnLayout {}
extension ClockFaceLayout: DrawnLayout {}
extension QRCodeLayout: DrawnLayout {}
extension TickerLayout: DrawnLayout {}
