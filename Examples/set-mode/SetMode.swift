// Sets a display's preferred mode, flips through frames and shows the last frame for a while:
//
//     set-mode [/dev/dri/card0] [--legacy] [--gbm] [--flips 60] [--hold 5] [--hand-over]
//
// Each frame has one colour. The last frame is #336699 with an orange square in its top left corner. The square is drawn into the buffer
// that is on the screen already. It is sent as a changed part if the driver needs that.
import DisplayTypes
import KernelModeSetting

@main
enum SetMode {
  static func main() throws {
    let options = Options(CommandLine.arguments.dropFirst())
    if let inherited = options.inherited { return try TakeOver.goOn(inherited, options.path) }
    let card = try Card.open(options.path)
    let descriptor = card.descriptor
    do throws(DisplayError) {
      try descriptor.becomeMaster()
    } catch {
      let master = CardHolders.find(options.path).first
      print("\(error): the card is held by \(master.map { "\($0.command) (\($0.process))" } ?? "an unknown program")")
      return
    }
    let capabilities = try descriptor.negotiateCapabilities(atomic: !options.isLegacy)
    let snapshot = try descriptor.snapshot(probing: true)
    let connected = snapshot.connectors.filter { $0.status == .connected && !$0.isWriteback }
    guard let connector = connected.first,
      let mode = connector.modes.first(where: \.isPreferred) ?? connector.modes.first
    else {
      print("\(options.path): no display with a mode is connected")
      return
    }
    let assignment = CRTCAssignment(
      wishes: [CRTCAssignment.Wish(connector)], crtcs: snapshot.crtcs, planes: snapshot.planes)
    guard let output = assignment.outputs.first else {
      print("\(connector.name): no CRTC is free")
      return
    }
    print(
      "\(connector.name): \(ModeNames.plainName(of: mode)), \(capabilities.atomic ? "atomic" : "legacy"), EDID says",
      connector.identity.isUnknown ? "nothing" : "\(connector.identity.make) \(connector.identity.model)")

    let device = options.usesGBM ? try GBMDevice(on: descriptor) : nil
    let first = try framebuffer(mode.size, descriptor, device)
    let second = try framebuffer(mode.size, descriptor, device)
    let way: any DisplayWay =
      capabilities.atomic
      ? try AtomicWay(output, snapshot) : try LegacyWay(output, snapshot)
    fill(first, 0xff00_0000)
    try way.setMode(mode, first.id, descriptor)

    var clock = FlipClock()
    var reader = DisplayEventReader()
    for number in 0..<options.flipCount {
      let isLast = number == options.flipCount - 1
      let color: UInt32 = isLast ? 0x33_6699 : UInt32(number * 4 % 256) * 0x01_0101
      if number % 2 == 0 { fill(second, color) } else { fill(first, color) }
      try way.flip(to: number % 2 == 0 ? second.id : first.id, UInt64(number), descriptor)
      clock.note(try waitForFlip(&reader, descriptor))
    }
    print(clock.report)

    let shown = options.flipCount % 2 == 1 ? second.id : first.id
    if options.flipCount % 2 == 1 { drawSquare(second) } else { drawSquare(first) }
    do throws(DisplayError) {
      try descriptor.markDirty(shown, DirtyClips(PixelRect(x: 0, y: 0, width: 64, height: 64)))
      print("the square was sent as a changed part")
    } catch {
      print("the driver takes no changed parts: \(error.code.rawValue)")
    }
    pause(seconds: options.holdSeconds)
    if options.handsOver {
      _ = first.leaveBehind()
      _ = second.leaveBehind()
      return TakeOver.handOver(card)
    }
    try way.turnOff(descriptor)
    print("off")
    first.release()
    second.release()
    card.close()
  }

  static func framebuffer(
    _ size: PixelSize, _ card: CardDescriptor, _ device: GBMDevice?
  ) throws(DisplayError) -> ScanoutFramebuffer {
    guard let device else { return try ScanoutFramebuffer.dumb(size, on: card) }
    return try ScanoutFramebuffer(ScanoutBuffer(try GBMBuffer(on: device, size: size)), on: card)
  }

  static func fill(_ framebuffer: borrowing ScanoutFramebuffer, _ color: UInt32) {
    framebuffer.pixels.bindMemory(to: UInt32.self).update(repeating: color)
  }

  static func drawSquare(_ framebuffer: borrowing ScanoutFramebuffer) {
    let pixels = framebuffer.pixels.bindMemory(to: UInt32.self)
    for row in 0..<min(64, framebuffer.size.height) {
      let start = row * framebuffer.stride / 4
      pixels[start..<start + min(64, framebuffer.size.width)].update(repeating: 0xff_8800)
    }
  }
}
