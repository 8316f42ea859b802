import DisplayTypes
import Glibc
import KernelModeSetting

/// A program ends while its picture stays.
///
/// Its successor continues from that picture without a modeset.
///
/// systemd's descriptor store does the same for a service: the open card outlives the process.
enum TakeOver {
  /// Runs this program again with the open card, whose pictures stay.
  ///
  /// Returns only if that fails.
  static func handOver(_ card: consuming Card) {
    let descriptor = card.descriptor
    _ = fcntl(descriptor.number, F_SETFD, 0)
    fflush(nil)
    let arguments: [String] = ["set-mode", descriptor.path, "--adopt", "\(descriptor.number)"]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    execv("/proc/self/exe", words)
    print("could not run the successor: errno \(errno)")
  }

  /// Finds the picture of the first lit screen, ends all other objects of the earlier process, and flips to a green frame.
  static func goOn(_ number: Int32, _ path: String) throws(DisplayError) {
    let card = try Card.adopt(number, path: path)
    let descriptor = card.descriptor
    _ = try descriptor.negotiateCapabilities()
    let snapshot = try descriptor.snapshot(probing: false)
    guard let connector = snapshot.connectors.first(where: { $0.currentCRTC != nil }),
      let crtc = connector.currentCRTC.flatMap({ snapshot.crtc($0) }), let mode = crtc.mode,
      let plane = snapshot.planes.first(where: { $0.kind == .primary && $0.currentCRTC == crtc.id }),
      let shown = plane.framebuffer
    else {
      print("no display is lit")
      return
    }
    let ended = StaleObjects.end(on: descriptor, keeping: [shown])
    print("ended \(ended.framebuffers.count) framebuffers, \(ended.blobCount) blobs, \(ended.handleCount) buffers")
    let picture = try ScanoutFramebuffer.dumb(mode.size, on: descriptor)
    SetMode.fill(picture, 0x22_8822)
    let pipeline = try OutputPipeline(connector: connector.id, crtc: crtc.id, plane: plane.id, in: snapshot)
    var request = AtomicRequest()
    pipeline.addPlacement(to: &request, framebuffer: picture.id, size: mode.size)
    try descriptor.commit(request, [.nonblocking, .pageFlipEvent], operation: "go on")
    var reader = DisplayEventReader()
    print(try waitForFlip(&reader, descriptor) == nil ? "no flip" : "went on with \(connector.name) without a modeset")
    StaleObjects.endFramebuffers([shown], on: descriptor)
    pause(seconds: 3)
    request.removeAll()
    pipeline.addOff(to: &request)
    try descriptor.commit(request, [.allowModeset], operation: "switch the display off")
    picture.release()
    card.close()
  }
}
