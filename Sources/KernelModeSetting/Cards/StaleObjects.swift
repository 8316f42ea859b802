internal import DisplayTypes
internal import SystemPackage

/// Removes the objects of a former daemon process in an open file that survived it (systemd's descriptor store).
///
/// Only objects of this open file can be removed through it, so trying all small numbers is harmless. The kernel assigns the smallest free
/// number.
public struct StaleObjects: Hashable, Sendable {
  /// The framebuffers that were ended.
  public private(set) var framebuffers: [FramebufferID] = []
  /// How many blobs were ended.
  public private(set) var blobCount = 0
  /// How many buffers' handles were closed.
  public private(set) var handleCount = 0

  /// Removes all framebuffers and blobs of this open file except the given framebuffers, and closes the handles of its buffers.
  ///
  /// - Parameter keeping: the framebuffers on the CRTCs. Removing one makes its screen dark. The new process flips to others first, and
  /// calls `endFramebuffers` then. A framebuffer keeps its memory without the handle.
  /// - Important: call it before any buffer is made through this open file, because that handle would be closed too.
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

  /// Removes kept framebuffers after they are not shown any more.
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
