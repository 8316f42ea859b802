internal import Rasterizing

/// What is not right about a drawn text, as a sentence for the user.
enum TextWarning {
  /// Nil where all is well.
  ///
  /// - Parameter owner: whose text it is, as `the banner`.
  static func sentence(about picture: RasterPicture, of owner: String) -> String? {
    if picture.missingGlyphs > 0 {
      return
        "\(picture.missingGlyphs) characters of \(owner) are in no installed font and are shown as boxes; install a "
        + "font that has them (Debian: fonts-noto-core, fonts-noto-cjk, fonts-noto-color-emoji)"
    }
    if picture.isTruncated {
      return "\(owner)'s text does not fit and ends in an ellipsis; shorten it"
    }
    return nil
  }
}
