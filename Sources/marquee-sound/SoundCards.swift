internal import CALSA
internal import EDID
internal import Rasterizing

/// The sound cards of the machine.
@safe enum SoundCards {
  private static let mostCards: Int32 = 32
  /// HDA's drivers number the outputs for displays from 3 on.
  private static let mostDevices: UInt32 = 32
  private static let longestELD = 512

  /// The name that ALSA has for a device, or the reason why there is none.
  static func name(of device: SoundDevice) -> Result<String, DisplayOutput.Missing> {
    switch device {
    case .named(let name): .success(name)
    case .monitor(let monitor):
      DisplayOutput.choose(
        maker: monitor.maker, product: monitor.product, rank: monitor.rank, among: displayOutputs)
    }
  }

  /// The devices of displays, in the order of cards and devices.
  private static var displayOutputs: [DisplayOutput] {
    var outputs: [DisplayOutput] = []
    var card: Int32 = -1
    while unsafe snd_card_next(&card) == 0, card >= 0, card < mostCards {
      var control: OpaquePointer?
      guard unsafe snd_ctl_open(&control, "hw:\(card)", SND_CTL_READONLY) == 0 else { continue }
      defer { unsafe snd_ctl_close(control) }
      for device in 0..<mostDevices {
        var bytes = [UInt8](repeating: 0, count: longestELD)
        let count = unsafe marquee_alsa_read_eld(control, device, &bytes, UInt32(bytes.count))
        guard count >= 0 else { continue }
        outputs.append(DisplayOutput(name: "hw:\(card),\(device)", eld: ELD(bytes: Array(bytes.prefix(Int(count))))))
      }
    }
    return outputs
  }
}
