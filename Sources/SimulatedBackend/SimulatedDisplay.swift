internal import DisplayTypes
internal import EDID

/// What is plugged into a simulated connector.
public enum SimulatedDisplay: Hashable, Sendable {
  /// A display with this EDID, as a file of `/sys/class/drm` or of a collection has it.
  case edid([UInt8])
  /// A display with a made EDID.
  case synthesized(SynthesizedDisplay)
  /// A display whose EDID is rubbish, or missing where there are no bytes; the kernel guesses its modes.
  case unreadable([UInt8])

  /// The EDID's bytes, as they would come from the display.
  func bytes(connector: String) throws(SimulatedCommandError) -> [UInt8] {
    switch self {
    case .edid(let bytes):
      do throws(EDIDError) {
        _ = try EDID(bytes: bytes)
        return bytes
      } catch {
        throw .notAnEDID(connector: connector, reason: error.description)
      }
    case .synthesized(let display): return try display.edid(connector: connector)
    case .unreadable(let bytes):
      guard (try? EDID(bytes: bytes)) == nil else { throw .readableEDID(connector: connector) }
      return bytes
    }
  }
}
