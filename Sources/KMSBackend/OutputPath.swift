internal import DisplayTypes
internal import KernelModeSetting

/// The way to one lit screen: atomic commits, or legacy calls.
enum OutputPath: Hashable, Sendable {
  case atomic(OutputPipeline)
  case legacy(LegacyOutput)

  var crtc: CRTCID {
    switch self {
    case .atomic(let pipeline): pipeline.crtc
    case .legacy(let output): output.crtc
    }
  }

  /// Whether both need the same CRTC or plane.
  func collides(with other: OutputPath) -> Bool {
    if case .atomic(let mine) = self, case .atomic(let others) = other, mine.plane == others.plane { return true }
    return crtc == other.crtc
  }

  /// Whether flips carry their damage to the driver.
  var hasDamageClips: Bool {
    switch self {
    case .atomic(let pipeline): pipeline.hasDamageClips
    case .legacy: false
    }
  }

  /// Makes the screen dark.
  ///
  /// Blocks.
  func turnOff(on card: CardDescriptor) throws(DisplayError) {
    switch self {
    case .atomic(let pipeline):
      var request = AtomicRequest()
      pipeline.addOff(to: &request)
      try card.commit(request, .allowModeset, operation: "turn off \(pipeline.name)")
    case .legacy(let output): try output.turnOff(on: card)
    }
  }
}
