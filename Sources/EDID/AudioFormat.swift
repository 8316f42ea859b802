/// A short audio descriptor: an audio format that the display takes (CTA-861-H section 7.5.2).
public struct AudioFormat: Hashable, Sendable {
  /// The format's code: 1 is linear PCM, 2 AC-3; 15 means that `extendedCode` counts.
  public let code: Int
  /// The code of formats that have none of 1 to 14; nil for those.
  public let extendedCode: Int?
  /// The most channels, 1 to 8.
  public let channels: Int

  init(_ descriptor: ByteWindow) {
    code = descriptor[0] >> 3 & 0xF
    extendedCode = code == 15 ? descriptor[2] >> 3 : nil
    channels = (descriptor[0] & 7) + 1
  }
}
