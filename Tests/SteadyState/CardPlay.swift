import Composition
import DisplayRig
import DisplayTypes
import EventLoop
import KMSBackend
import KernelModeSetting
import Presentation

/// A display actor that plays a moving picture on a card of a `StillKernel`, turned by the calling thread.
final class CardPlay {
  static let geometry = OutputGeometry(mode: StillKernel.mode.size)
  let kernel: StillKernel
  private let loop: EventLoop
  private let display: DisplayActor
  private let log = ReportLog()

  /// Waits for the screen, and sets its mode with the first frame of the tree.
  init(_ moving: LayerTree, driver: String, isAtomic: Bool, hasDamageClips: Bool) throws {
    loop = try .ofThisThread()
    kernel = try StillKernel(driver: driver, isAtomic: isAtomic, hasDamageClips: hasDamageClips)
    display = DisplayActor(executor: loop.mailbox) { [log] in log.add($0) }
    let backend = OneCardBackend(kernel: kernel, loop: loop)
    display.start(on: backend)
    if let failure = backend.failure { throw failure }
    try turn { if case .screens = $0 { true } else { false } }
    let geometry = Self.geometry
    var tree = moving
    // The proof of play reads the items of each frame.
    for index in tree.layers.indices { tree.layers[index].item = UInt32(index % 3) + 1 }
    display.assumeIsolated {
      $0.handle(.configure(ScreenID(rawValue: 1), CommitToken(rawValue: 1), StillKernel.mode, geometry, tree))
    }
    try turn { if case .configured = $0 { true } else { false } }
  }

  /// Turns the loop until so many more frames have been shown.
  func play(frames: Int) {
    let end = kernel.flips + kernel.updates + frames
    while kernel.flips + kernel.updates < end { loop.turn(waiting: true) }
  }

  func end() {
    _ = display.assumeIsolated { $0.stop() }
  }

  /// Turns the loop until there is such a report.
  private func turn(until isWanted: (DisplayReport) -> Bool) throws {
    while true {
      for report in log.take() {
        if case .configured(_, _, .failure(let error)) = report { throw error }
        if isWanted(report) { return }
      }
      loop.turn(waiting: true)
    }
  }
}
