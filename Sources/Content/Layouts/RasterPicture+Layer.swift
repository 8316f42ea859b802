package import Composition
package import DisplayTypes
internal import Rasterizing

extension RasterPicture {
  /// What a layer of the size of `rect` shows; nil where nothing has ink.
  ///
  /// - Parameter color: the one that the text was asked for in. Its alpha is in the coverage already.
  package nonisolated func contents(in color: Color) -> LayerContents? {
    guard let bitmap else { return nil }
    switch bitmap.format {
    case .argb32: return .bitmap(bitmap)
    case .a8: return .mask(bitmap, Color(red: color.red, green: color.green, blue: color.blue))
    }
  }
}
