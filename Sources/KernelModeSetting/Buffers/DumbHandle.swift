internal import DisplayTypes
internal import SystemPackage

/// The owner of a dumb buffer's handle, without a mapping.
struct DumbHandle: ~Copyable {
  private let card: CardDescriptor
  let allocation: DumbAllocation

  /// C: `drmModeCreateDumbBuffer` with 32 bits a pixel.
  init(on card: CardDescriptor, size: PixelSize) throws(DisplayError) {
    do throws(Errno) {
      guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height), !size.isEmpty else {
        throw .invalidArgument
      }
      allocation = try card.interface.createDumb(card.number, width: width, height: height)
    } catch {
      throw card.failure(error, "make a buffer of \(size.width)x\(size.height)")
    }
    self.card = card
  }

  deinit {
    try? card.interface.destroyDumb(card.number, allocation.handle)
  }
}
