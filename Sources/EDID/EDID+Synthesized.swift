public import DisplayTypes

extension EDID {
  /// Makes the bytes of an EDID, as the simulated backend plugs them in.
  ///
  /// `EDID(bytes:)` reads the same things back.
  ///
  /// The base block states the name and serial (13 printable ASCII characters each), the size and the preferred mode; the other
  /// modes follow in the base block, a CTA-861 extension (as video codes where they have a picture aspect) or a DisplayID
  /// extension (where they are too large or too fast for a detailed timing). A video code cannot be
  /// preferred, so a preferred mode with a picture aspect is stated without it too, and that one is preferred. Modes that none of
  /// these can state, or for which no room is left, are left out. Some 8 detailed, 31 coded and 5 large ones have room. One to three blocks of 128 bytes.
  ///
  /// Source: VESA E-EDID 1.4, CTA-861-H section 7, DisplayID 1.3.
  public static func synthesized(
    identity: DisplayIdentity, physicalSize: PhysicalSize?, preferred: ScreenMode, others: [ScreenMode] = []
  ) -> [UInt8] {
    var first = preferred
    first.isPreferred = true
    let rest = others.filter { $0 != preferred }.map { mode in
      var mode = mode
      mode.isPreferred = false
      return mode
    }
    return EDIDBuilder(identity: identity, physicalSize: physicalSize).bytes(preferred: first, others: rest)
  }
}
