import CLinuxEvents
import Composition
import DisplayTypes
import Glibc
import Rasterizing
import SystemPackage

/// The buffers that the daemon makes for a process: memory files of their whole size, which can neither shrink nor grow.
nonisolated enum SurfaceBuffers {
  /// One is on the screen, one waits for the next refresh, and one is drawn.
  static let count = 3
  /// One is on the screen, and up to four wait for their time.
  static let countOfPlayers = 5

  /// The most bytes of all buffers of all programs and players.
  static let mostBytes = mostBytes(memory: machineMemory)

  /// An eighth of the machine's memory, but at least 512 MiB.
  static func mostBytes(memory: Int) -> Int { max(512 << 20, memory / 8) }

  /// The bytes of the machine's memory.
  static let machineMemory: Int = {
    let (pages, pageSize) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    return pages.multipliedReportingOverflow(by: pageSize).partialValue
  }()

  /// The bytes of a buffer.
  static func bytes(of size: PixelSize) -> Int { size.width * size.height * 4 }

  /// Makes the buffers of a `configure` message, and completes the message. The caller closes the descriptors.
  ///
  /// - Parameters:
  ///   - card: the card with the memory; nil for memory files.
  ///   - makesOwn: whether the process makes buffers of a card itself.
  ///   - needsStride: whether the process can use only the stride in the message.
  static func make(
    _ message: inout SurfaceMessage.Buffers, on card: (any ScanoutCard)?, makesOwn: Bool, needsStride: Bool
  ) throws(SurfaceRefusal) -> (buffers: SurfacePools.Buffers, descriptors: [Int32]) {
    let (serial, size) = (message.serial, message.size)
    message.card = card?.device ?? 0
    guard let card else {
      do throws(Errno) {
        let made = try make(serial: serial, size, count: message.count, hasAlpha: message.hasAlpha)
        return (SurfacePools.Buffers(serial: serial, size: size, card: nil, made: made.pool), made.descriptors)
      } catch {
        throw SurfaceRefusal("\(error)")
      }
    }
    guard !makesOwn else {
      (message.memory, message.stride) = (.own, 0)
      return (SurfacePools.Buffers(serial: serial, size: size, card: card, made: nil), [])
    }
    let made = try make(serial: serial, size, count: message.count, on: card)
    guard !needsStride || made.stride == message.stride else {
      for descriptor in made.descriptors { close(descriptor) }
      throw SurfaceRefusal("the card's rows have \(made.stride) bytes, and those of the player \(message.stride)")
    }
    (message.memory, message.stride) = (.card, made.stride)
    return (made.buffers, made.descriptors)
  }

  /// Makes a pool. The caller closes the descriptors.
  static func make(
    serial: UInt32, _ size: PixelSize, count: Int = count, hasAlpha: Bool
  ) throws(Errno) -> (pool: SurfacePool, descriptors: [Int32]) {
    guard SurfaceMessage.allows(size) else { throw .invalidArgument }
    var bitmaps: [Bitmap] = []
    var descriptors: [Int32] = []
    do throws(Errno) {
      for _ in 0..<count {
        let descriptor = try memoryFile(bytes: size.width * 4 * size.height)
        descriptors.append(descriptor)
        bitmaps.append(try bitmap(of: descriptor, size, hasAlpha: hasAlpha))
      }
    } catch {
      for descriptor in descriptors { close(descriptor) }
      throw error
    }
    return (SurfacePool(serial: serial, bitmaps: bitmaps), descriptors)
  }

  private static func memoryFile(bytes: Int) throws(Errno) -> Int32 {
    let flags = UInt32(bitPattern: MARQUEE_MFD_CLOEXEC | MARQUEE_MFD_ALLOW_SEALING)
    let descriptor = marquee_memfd_create("marquee-surface", flags)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    // All of it is allocated here, so that the first drawing waits for no memory. A program may still give pages back.
    let error = posix_fallocate(descriptor, 0, bytes)
    let seals = MARQUEE_F_SEAL_SHRINK | MARQUEE_F_SEAL_GROW | MARQUEE_F_SEAL_SEAL
    guard error == 0, fcntl(descriptor, MARQUEE_F_ADD_SEALS, seals) == 0 else {
      let error = error == 0 ? errno : error
      close(descriptor)
      throw Errno(rawValue: error)
    }
    return descriptor
  }

  private static func bitmap(
    of descriptor: Int32, _ size: PixelSize, hasAlpha: Bool
  ) throws(Errno) -> Bitmap {
    let bytes = size.width * 4 * size.height
    // The mapping is filled here, so that the display thread has no page faults unless the program gives pages back.
    guard let start = mmap(nil, bytes, PROT_READ, MAP_SHARED | MAP_POPULATE, descriptor, 0), start != MAP_FAILED else {
      throw Errno(rawValue: errno)
    }
    let address = UInt(bitPattern: start)
    let bitmap = Bitmap(
      size: size, stride: size.width * 4, format: .argb32, isOpaque: !hasAlpha,
      bytes: UnsafeRawBufferPointer(start: start, count: bytes),
      release: { munmap(UnsafeMutableRawPointer(bitPattern: address), bytes) })
    guard let bitmap else {
      munmap(start, bytes)
      throw .invalidArgument
    }
    return bitmap
  }

  /// Makes buffers in the memory of a card. The caller closes the descriptors.
  static func make(
    serial: UInt32, _ size: PixelSize, count: Int, on card: any ScanoutCard
  ) throws(SurfaceRefusal) -> (buffers: SurfacePools.Buffers, stride: Int, descriptors: [Int32]) {
    var (descriptors, memories, bitmaps): ([Int32], [UInt32: CardMemory], [Bitmap]) = ([], [:], [])
    var (buffers, strides): ([any CardBuffer], Set<Int>) = ([], [])
    do {
      for number in 0..<count {
        let made = try card.makeBuffer(of: size)
        descriptors.append(made.memory)
        let memory = try CardMemory(fcntl(made.memory, F_DUPFD_CLOEXEC, 0), bytes: made.stride * size.height)
        guard let bitmap = memory.bitmap(of: size, stride: made.stride, offset: 0) else {
          throw SurfaceRefusal("the card's rows of \(made.stride) bytes are too short")
        }
        memories[UInt32(number)] = memory
        bitmaps.append(bitmap)
        buffers.append(made.buffer)
        strides.insert(made.stride)
      }
      guard let stride = strides.first, strides.count == 1 else {
        throw SurfaceRefusal("the card's buffers have different strides")
      }
      let pool = SurfacePool(serial: serial, bitmaps: bitmaps, scanoutBuffers: buffers)
      return (
        SurfacePools.Buffers(serial: serial, size: size, card: card, made: pool, memories: memories), stride,
        descriptors
      )
    } catch {
      for descriptor in descriptors { close(descriptor) }
      throw SurfaceRefusal("\(error)")
    }
  }

  /// Maps the memory of a process's own buffer, of which `bytes` are used. The caller closes the descriptor.
  static func ownMemory(_ descriptor: Int32, bytes: Int) throws(SurfaceRefusal) -> CardMemory {
    // Another file could shrink, and reading it would then end the daemon.
    guard marquee_is_dma_buf(descriptor) != 0 else { throw SurfaceRefusal("the memory of a buffer is no dma-buf") }
    guard lseek(descriptor, 0, SEEK_END) >= bytes else {
      throw SurfaceRefusal("the memory of a buffer has fewer than \(bytes) bytes")
    }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, let memory = try? CardMemory(copy, bytes: bytes) else {
      throw SurfaceRefusal("the memory of a buffer cannot be mapped for reading")
    }
    return memory
  }
}
