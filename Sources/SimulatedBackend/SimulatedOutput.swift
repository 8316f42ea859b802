internal import Composition
internal import DisplayTypes
internal import Presentation

/// The mode, buffers and shadow of an active CRTC. Frames are composed in the shadow.
final class SimulatedOutput {
  let mode: ScreenMode
  let capabilities: OutputCapabilities
  private(set) var onScreen = 0
  private(set) var flight: (buffer: Int, token: CommitToken)?
  /// The time of the first vertical blank, which is the end of the modeset.
  var start = MonotonicTime.zero
  private let shadow: PixelMemory
  private let buffers: [PixelMemory]
  private let renderer = PixmanRenderer()

  /// Makes an output. Returns nil if drawing in the mode's size is impossible.
  init?(mode: ScreenMode, bufferCount: Int, capabilities: OutputCapabilities) {
    let count = min(max(bufferCount, 1), FlipQueue.capacity)
    let buffers = (0..<count).compactMap { _ in PixelMemory(size: mode.size) }
    guard let shadow = PixelMemory(size: mode.size), buffers.count == count else { return nil }
    self.mode = mode
    self.capabilities = capabilities
    self.shadow = shadow
    self.buffers = buffers
  }

  func compose(_ frame: ResolvedFrame, damage: DamageRegion) {
    renderer.draw(frame, damage: damage, into: shadow.target)
  }

  func canFlip(to buffer: Int) -> Bool {
    buffers.indices.contains(buffer) && (buffer != onScreen || buffers.count == 1)
  }

  /// Copies damage from the shadow to a buffer. Returns the number of bytes.
  func copy(_ damage: DamageRegion, to buffer: Int) -> UInt64 {
    guard buffers.indices.contains(buffer) else { return 0 }
    PixelCopy.copy(damage, from: shadow.target, to: buffers[buffer].target)
    var bytes: UInt64 = 0
    for index in 0..<damage.count {
      bytes += UInt64(damage[index].intersection(PixelRect(size: mode.size)).area) * 4
    }
    return bytes
  }

  func beginFlip(to buffer: Int, token: CommitToken) { flight = (buffer, token) }

  /// Ends a flip. Returns false if it was not in flight.
  func endFlip(_ token: CommitToken) -> Bool {
    guard let (buffer, flying) = flight, flying == token else { return false }
    onScreen = buffer
    flight = nil
    return true
  }

  func capture(_ wanted: FrameCapture) -> CapturedFrame? {
    switch wanted {
    case .none: nil
    case .hash: SimulatedOutput.read(shadow, withPixels: false)
    case .points(let points):
      CapturedFrame(hash: FrameHash(of: shadow.target).hexadecimal, points: shadow.target.colors(at: points))
    case .pixels: SimulatedOutput.read(shadow, withPixels: true)
    }
  }

  var photograph: CapturedFrame { SimulatedOutput.read(buffers[onScreen], withPixels: true) }

  /// The first vertical blank after `now`, and its number, counted from 1.
  func nextVBlank(after now: MonotonicTime) -> (time: MonotonicTime, sequence: UInt32) {
    let interval = max(1, mode.refreshInterval)
    let count = now.nanoseconds(since: start) / interval + 1
    return (
      start.advanced(by: count.multipliedReportingOverflow(by: interval).partialValue),
      UInt32(truncatingIfNeeded: count)
    )
  }

  private static func read(_ memory: PixelMemory, withPixels: Bool) -> CapturedFrame {
    let size = memory.target.size
    let pixels = withPixels ? FramePixels(size: size, rgb: memory.target.rgbRows(of: PixelRect(size: size))) : nil
    return CapturedFrame(hash: FrameHash(of: memory.target).hexadecimal, pixels: pixels)
  }
}
