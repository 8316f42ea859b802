import VirtualMachine

/// The proportional set size of a process by purpose, in KiB.
struct MemoryParts {
  /// Mapped framebuffers.
  private(set) var framebuffers = 0
  /// Shadow buffers: anonymous memory of just the size that the pixels of a screen take.
  private(set) var shadow = 0
  private(set) var shadowCount = 0
  /// The program's own file: code, constants and data.
  private(set) var program = 0
  /// Shared libraries.
  private(set) var libraries = 0
  /// Bitmaps from the rasteriser.
  private(set) var bitmaps = 0
  /// Heap, stacks and other anonymous memory.
  private(set) var heap = 0
  /// All memory without a file behind it, the shadow excepted.
  private(set) var anonymous = 0

  /// - Parameter folder: the folder of the program's file.
  init(_ mappings: [ProcessMapping], pixelBytes: Int, folder: String = "/marquee/build") {
    // The allocator maps large blocks separately, with some bytes of its own, in whole pages.
    let shadowSizes = (pixelBytes / 1024)...(pixelBytes / 1024 + 16)
    for mapping in mappings {
      let size = mapping.proportionalKibibytes
      anonymous += mapping.anonymousKibibytes
      if mapping.name.hasPrefix("/dev/dri/") || mapping.name.contains("drm mm object") {
        framebuffers += size
      } else if mapping.name.isEmpty, shadowSizes.contains(mapping.sizeKibibytes) {
        shadow += size
        anonymous -= mapping.anonymousKibibytes
        shadowCount += 1
      } else if mapping.name.hasPrefix(folder + "/") {
        program += size
      } else if mapping.name.hasPrefix("/memfd:") {
        bitmaps += size
      } else if mapping.name.hasPrefix("/") {
        libraries += size
      } else {
        heap += size
      }
    }
  }

  /// Memory that is neither framebuffer nor shadow.
  var ownKibibytes: Int { program + libraries + bitmaps + heap }

  var values: [String: Double] {
    [
      "ownKibibytes": Double(ownKibibytes), "framebufferKibibytes": Double(framebuffers),
      "shadowKibibytes": Double(shadow), "programKibibytes": Double(program),
      "libraryKibibytes": Double(libraries), "bitmapKibibytes": Double(bitmaps), "heapKibibytes": Double(heap),
    ]
  }

  var text: String { "KiB: program \(program), libraries \(libraries), bitmaps \(bitmaps), heap \(heap)" }
}
