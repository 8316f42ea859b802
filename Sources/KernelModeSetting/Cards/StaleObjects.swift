internal import DisplayTypes
internal import SystemPackage

/// Removes the objects of a previous daemon process in an open file that survived it (systemd's descriptor store).
///
/// It tries all small numbers, because the kernel assigns the smallest free number. The kernel refuses to remove objects of another open
/// file.
public struct StaleObjects: Hashable, Sendable {
  /// The removed framebuffers.
  public private(set) var framebuffers: [FramebufferID] = []
  /// The number of removed blobs.
  public private(set) var blobCount = 0
  /// The number of closed handles of buffers.
  public private(set) var handleCount = 0

  /// Removes all framebuffers and blobs of this open file except the given framebuffers, and closes the handles of its buffers.
  ///
  /// - Parameter keeping: the framebuffers on the CRTCs, because removing one makes its screen dark. The new process first flips to other
  ///   framebuffers, and then calls `endFramebuffers`. A framebuffer keeps its memory without the handle.
  /// - Important: Call it before you make any buffer through this open file, because it would close that buffer's handle too.
  public static func end(on card: CardDescriptor, keeping: Set<FramebufferID>) -> StaleObjects {
    var ended = StaleObjects()
    for number in UInt32(1)...4096 {
      let id = FramebufferID(rawValue: number)
      if !keeping.contains(id), (try? card.interface.removeFramebuffer(card.number, number)) != nil {
        ended.framebuffers.append(id)
      } else if (try? card.interface.destroyBlob(card.number, number)) != nil {
        ended.blobCount += 1
      }
    }
    for handle in UInt32(1)...256 where (try? card.interface.closeHandle(card.number, handle)) != nil {
      ended.handleCount += 1
    }
    return ended
  }

  /// Removes kept framebuffers.
  ///
  /// Call it when no screen shows them any more.
  public static func endFramebuffers(_ framebuffers: some Sequence<FramebufferID>, on card: CardDescriptor) {
    for framebuffer in framebuffers {
      try? card.interface.removeFramebuffer(card.number, framebuffer.rawValue)
    }
  }
}
