public import DisplayTypes
internal import SystemPackage

/// A card as libgbm sees it.
///
/// It lives for as long as the longest of its buffers.
///
/// Opening one loads Mesa's driver, which costs 54 MB and 0.4 to 1.3 s (measured): only where GBM buffers are asked for. It must
/// end before the card is closed.
@safe public final class GBMDevice {
  let interface: any GBMInterface
  let card: CardDescriptor
  let pointer: OpaquePointer

  /// Opens libgbm's device on a card.
  ///
  /// - Throws: `unsupported` where libgbm is not installed, or has no driver for it.
  /// - C: `gbm_create_device`.
  public convenience init(on card: CardDescriptor) throws(DisplayError) {
    let library: LibraryGBM
    do throws(Errno) {
      library = try LibraryGBM()
    } catch {
      throw card.failure(error, "load libgbm (Debian's package libgbm1)")
    }
    try self.init(on: card, through: library)
  }

  package init(on card: CardDescriptor, through interface: any GBMInterface) throws(DisplayError) {
    do throws(Errno) {
      unsafe pointer = try unsafe interface.createDevice(card.number)
    } catch {
      throw card.failure(error, "open libgbm's device")
    }
    self.interface = interface
    self.card = card
  }

  deinit {
    unsafe interface.destroyDevice(pointer)
  }
}
