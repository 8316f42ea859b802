internal import DisplayTypes
internal import SystemPackage

/// Ends what a former life of the daemon left in an open file that outlived it (systemd's descriptor store).
///
/// Only objects of this open file can be ended through it, so that trying all small numbers harms nobody else; the kernel gives
/// out the smallest free number.
public struct StaleObjects: Hashable, Sendable {
  /// The framebuffers that were ended.
  public private(set) var framebuffers: [FramebufferID] = []
  /// How many blobs were ended.
  public private(set) var blobCount = 0
  /// How many buffers' handles were closed.
  public private(set) var handleCount = 0

  /// Ends all framebuffers and blobs of this open file but the given framebuffers, and closes its buffers' handles.
  ///
  /// - Parameter keeping: what the CRTCs show now. Ending one of those would make its screen dark; a successor flips away from it
  ///   first, and calls `endFramebuffers` then. A framebuffer keeps its memory without the handle.
  /// - Important: before any buffer is made through this open file, since its handle would be closed too.
  public static func end(on card: CardDescriptor, keeping: Set<FramebufferID>) -> StaleObjects {
    var ended = StaleObjects()
    for number in UInt32(1)...4096 {
      let id = FramebufferID(rawValue: number)
      if !keeping.contains(id),
        ended.succeeds({ () throws(Errno) in
          try card.interface.removeFramebuffer(card.number, number)
        })
      {
        ended.framebuffers.append(id)
      } else if ended.succeeds({ () throws(Errno) in try card.interface.destroyBlob(card.number, number) }) {
        ended.blobCount += 1
      }
    }
    for handle in UInt32(1)...256
    where ended.succeeds({ () throws(Errno) in try card.interface.closeHandle(card.number, handle) }) {
      ended.handleCount += 1
    }
    return ended
  }

  /// Ends framebuffers that were kept, once nothing shows them any more.
  public static func endFramebuffers(_ framebuffers: some Sequence<FramebufferID>, on card: CardDescriptor) {
    for framebuffer in framebuffers {
      try? card.interface.removeFramebuffer(card.number, framebuffer.rawValue)
    }
  }

  private func succeeds(_ call: () throws(Errno) -> Void) -> Bool {
    do throws(Errno) {
      try call()
      return true
    } catch {
      return false
    }
  }
}
