import DisplayTypes
import KernelModeSetting

/// The two ways to set a picture in the kernel.
protocol DisplayWay {
  func setMode(_ mode: ScreenMode, _ framebuffer: FramebufferID, _ card: CardDescriptor) throws(DisplayError)
  func flip(to framebuffer: FramebufferID, _ userData: UInt64, _ card: CardDescriptor) throws(DisplayError)
  func turnOff(_ card: CardDescriptor) throws(DisplayError)
}

/// Uses atomic commits.
///
/// It tests a mode before it sets the mode.
struct AtomicWay: DisplayWay {
  private let pipeline: OutputPipeline

  init(_ output: CRTCAssignment.Output, _ snapshot: CardSnapshot) throws(DisplayError) {
    guard let plane = output.plane else {
      throw DisplayError(code: .noPipeline, operation: "find a primary plane", device: snapshot.device)
    }
    pipeline = try OutputPipeline(connector: output.connector, crtc: output.crtc, plane: plane, in: snapshot)
  }

  func setMode(_ mode: ScreenMode, _ framebuffer: FramebufferID, _ card: CardDescriptor) throws(DisplayError) {
    let blob = try ModeBlob(mode, on: card)
    var request = AtomicRequest()
    pipeline.addModeset(to: &request, mode: blob.id, framebuffer: framebuffer, size: mode.size)
    try card.commit(request, [.testOnly, .allowModeset], operation: "test the mode")
    try card.commit(request, [.allowModeset], operation: "set the mode")
  }

  func flip(to framebuffer: FramebufferID, _ userData: UInt64, _ card: CardDescriptor) throws(DisplayError) {
    var request = AtomicRequest(capacity: 2)
    pipeline.addFlip(to: &request, framebuffer: framebuffer)
    try card.commit(request, [.nonblocking, .pageFlipEvent], userData: userData, operation: "flip")
  }

  func turnOff(_ card: CardDescriptor) throws(DisplayError) {
    var request = AtomicRequest()
    pipeline.addOff(to: &request)
    try card.commit(request, [.allowModeset], operation: "switch the display off")
  }
}

/// Uses the calls of the kernel from before atomic commits.
struct LegacyWay: DisplayWay {
  private let output: LegacyOutput

  init(_ output: CRTCAssignment.Output, _ snapshot: CardSnapshot) throws(DisplayError) {
    self.output = try LegacyOutput(
      connector: output.connector, crtc: output.crtc, plane: output.plane, in: snapshot)
  }

  func setMode(_ mode: ScreenMode, _ framebuffer: FramebufferID, _ card: CardDescriptor) throws(DisplayError) {
    try output.setMode(mode, framebuffer: framebuffer, on: card)
  }

  func flip(to framebuffer: FramebufferID, _ userData: UInt64, _ card: CardDescriptor) throws(DisplayError) {
    try output.flip(to: framebuffer, userData: userData, on: card)
  }

  func turnOff(_ card: CardDescriptor) throws(DisplayError) {
    try output.turnOff(on: card)
  }
}
