import DisplayTypes
import Glibc
import KernelModeSetting

/// The buffers of one `configure` message.
protocol SurfaceBuffers: AnyObject {
  /// The number of buffers.
  var count: Int { get }
  /// The memory, for people.
  var name: String { get }

  /// Draws a frame into a free buffer.
  func draw(_ frame: UInt64, into buffer: Int)
}

/// Files of the daemon: the pixels are drawn elsewhere and copied.
final class FileBuffers: SurfaceBuffers {
  private let renderer: Renderer
  private let target: RenderTarget
  private let stride: Int
  private var memory: [UnsafeMutableRawPointer] = []
  private let length: Int

  /// Maps the files.
  init(_ configuration: SurfaceConfiguration, _ descriptors: [Int32], on renderer: Renderer) throws {
    self.renderer = renderer
    stride = configuration.stride
    length = configuration.stride * configuration.height
    target = try RenderTarget(
      of: PixelSize(width: configuration.width, height: configuration.height), on: renderer)
    for descriptor in descriptors {
      let mapping = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
      guard let mapping, mapping != MAP_FAILED else { throw Failure("could not map a buffer: \(Failure.reason)") }
      memory.append(mapping)
    }
  }

  deinit { for mapping in memory { munmap(mapping, length) } }

  var count: Int { memory.count }
  var name: String { "memory files" }

  func draw(_ frame: UInt64, into buffer: Int) {
    renderer.draw(frame, into: target)
    renderer.read(target, into: memory[buffer], stride: stride)
  }
}

/// Buffers of this program in the memory of the card: no pixel is copied.
final class CardBuffers: SurfaceBuffers {
  /// A buffer with its target, which ends first.
  private final class Buffer {
    let target: RenderTarget
    let memory: GBMBuffer
    /// The number by which the kernel tells dma-bufs apart (`st_ino`).
    let number: UInt64

    init(
      _ size: PixelSize, on renderer: Renderer, _ device: GBMDevice, send: (borrowing GBMBuffer, Int32) throws -> Void
    )
      throws
    {
      let memory = try GBMBuffer(on: device, size: size, isMapped: false)
      let descriptor = try memory.export()
      // EGL and the daemon have descriptors of their own.
      defer { close(descriptor) }
      var status = stat()
      number = fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : 0
      target = try RenderTarget(memory, exportedAs: descriptor, on: renderer)
      try send(memory, descriptor)
      self.memory = memory
    }
  }

  private static let mostBuffers = 3

  private let renderer: Renderer
  private var buffers: [Buffer] = []

  /// Makes the buffers, and hands them to the daemon.
  init(_ configuration: SurfaceConfiguration, on renderer: Renderer, _ connection: SurfaceConnection) throws {
    guard let device = renderer.device else { throw Failure("the daemon wants buffers of no card") }
    self.renderer = renderer
    let size = PixelSize(width: configuration.width, height: configuration.height)
    for index in 0..<min(Self.mostBuffers, configuration.count) {
      buffers.append(
        try Buffer(size, on: renderer, device) { memory, descriptor in
          try connection.add(
            index, of: configuration.serial, stride: memory.stride, offset: memory.offset, descriptor: descriptor)
        })
    }
  }

  var count: Int { buffers.count }
  var name: String { "dma-bufs " + buffers.map { "\($0.number)" }.joined(separator: " ") }

  func draw(_ frame: UInt64, into buffer: Int) {
    renderer.draw(frame, into: buffers[buffer].target)
  }
}
