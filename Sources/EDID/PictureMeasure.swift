import DisplayTypes

/// Chooses a display's physical size among the places where an EDID states it.
enum PictureMeasure {
  /// The size that can be believed: the first detailed timing's millimetres where the base block's centimetres agree with them
  /// or are missing, else the one of the two that has the shape of the first mode, else the centimetres.
  ///
  /// EDID 1.4 sections 3.6.2 and 3.10.2. Many displays state the shape of their picture there, not its size; some state
  /// centimetres, or their pixels, where millimetres belong.
  static func choose(
    detailed: PhysicalSize?, widthCentimeters: Int, heightCentimeters: Int, firstMode: PixelSize? = nil
  ) -> PhysicalSize? {
    let coarse = believable(
      PhysicalSize(widthMillimeters: widthCentimeters * 10, heightMillimeters: heightCentimeters * 10))
    guard let fine = detailed.flatMap(believable) else { return coarse }
    guard let coarse else { return fine }
    let agree =
      abs(fine.widthMillimeters - coarse.widthMillimeters) <= 10
      && abs(fine.heightMillimeters - coarse.heightMillimeters) <= 10
    if agree { return fine }
    guard let firstMode else { return coarse }
    return fits(fine, firstMode) && !fits(coarse, firstMode) ? fine : coarse
  }

  /// Whether a size has the shape of a mode, within a twentieth.
  private static func fits(_ size: PhysicalSize, _ mode: PixelSize) -> Bool {
    let (across, down) = (size.widthMillimeters * mode.height, size.heightMillimeters * mode.width)
    return abs(across - down) * 20 <= max(across, down)
  }

  /// The size, unless it is empty or only tells the shape: 16x9 and 160x90 mm are no displays, 1600x900 mm hardly ever.
  ///
  /// 400x300 and 500x400 mm are sizes of real displays.
  private static func believable(_ size: PhysicalSize) -> PhysicalSize? {
    let (width, height) = (size.widthMillimeters, size.heightMillimeters)
    guard width > 0, height > 0 else { return nil }
    let shapes = [(16, 9), (16, 10), (4, 3), (5, 4)]
    let isShape = shapes.contains { shape in
      let factors = shape.0 == 16 ? [1, 10, 100] : [1, 10]
      return factors.contains { (width, height) == (shape.0 * $0, shape.1 * $0) }
    }
    return isShape ? nil : size
  }
}
