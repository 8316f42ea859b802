// A surface that EGL and OpenGL ES draw in buffers of the graphics card:
//
//     surface-gbm [--files] [--frames COUNT] SOCKET NAME
//
// SOCKET is beside the daemon's control socket, for example /run/marquee/marquee-surfaces.sock. NAME is that of `content: { surface: NAME }`.
// The program begins with memory files. If its surface covers a screen, it brings buffers of the card, and the display engine can scan
// them out without a copy. With --files it never brings buffers. It prints which way the frames take. After COUNT frames the picture stays.
import DisplayTypes
import Glibc

@main
enum SurfaceGBM {
  static func main() {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      end(64, "usage: surface-gbm [--files] [--frames COUNT] SOCKET NAME")
    }
    do {
      var triangle = try Triangle(options)
      try triangle.run()
    } catch let error as DisplayError {
      end(1, "surface-gbm: \(error). With --files it needs no card.")
    } catch {
      end(1, "surface-gbm: \(error)")
    }
  }

  private static func end(_ status: Int32, _ reason: String) -> Never {
    let line = reason + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    exit(status)
  }
}

/// The options of the command line.
struct Options {
  var bringsBuffers = true
  var lastFrame = UInt64.max
  let socket: String
  let name: String

  /// Reads the words; nil if they are wrong.
  init?(_ words: ArraySlice<String>) {
    var words = words
    while let option = words.first, option.hasPrefix("--") {
      words.removeFirst()
      switch option {
      case "--files": bringsBuffers = false
      case "--frames":
        guard let count = words.popFirst().flatMap({ UInt64($0) }), count > 0 else { return nil }
        lastFrame = count
      default: return nil
      }
    }
    guard words.count == 2, let socket = words.first, let name = words.last else { return nil }
    (self.socket, self.name) = (socket, name)
  }
}

/// The program: one frame for each refresh of the screen.
struct Triangle {
  private let connection: SurfaceConnection
  private let options: Options
  private var renderer: Renderer?
  private var serial: UInt32 = 0
  private var buffers: (any SurfaceBuffers)?
  private var free: Set<Int> = []
  /// Whether the buffers have no frame yet.
  private var isNew = false
  /// The last frame that was sent, and the last one that was shown or left out.
  private var (sent, done): (UInt64, UInt64) = (0, 0)
  private var isOnPlane: Bool?

  init(_ options: Options) throws {
    let flags = options.bringsBuffers ? SurfaceConnection.bringsBuffers : 0
    connection = try SurfaceConnection(to: options.socket, name: options.name, flags: flags)
    self.options = options
  }

  /// Draws until the connection ends.
  mutating func run() throws {
    while true {
      try handle(try connection.next())
      guard let buffers, sent == done, sent < options.lastFrame || isNew, let buffer = free.popFirst() else { continue }
      buffers.draw(min(sent + 1, options.lastFrame), into: buffer)
      sent = try connection.show(buffer, of: serial)
      isNew = false
    }
  }

  private mutating func handle(_ event: SurfaceEvent) throws {
    switch event {
    case .configure(let configuration, let descriptors):
      // A mapping needs no descriptor.
      defer { for descriptor in descriptors { close(descriptor) } }
      try configure(configuration, descriptors)
    case .released(let buffer, let serial):
      if serial == self.serial { free.insert(buffer) }
    case .presented(let frame, let isOnPlane):
      done = max(done, frame)
      if isOnPlane != self.isOnPlane { report("frame \(frame) is \(isOnPlane ? "on a plane" : "composed")") }
      self.isOnPlane = isOnPlane
      if frame >= options.lastFrame { report("frame \(frame) stays") }
    case .superseded(let frame): done = max(done, frame)
    case .failed(let reason): throw Failure(reason)
    case .other: break
    }
  }

  private mutating func configure(_ configuration: SurfaceConfiguration, _ descriptors: [Int32]) throws {
    let renderer = try renderer(for: configuration)
    serial = configuration.serial
    // The former buffers are no longer used. The daemon keeps the memory of frames that it still shows.
    buffers = nil
    buffers =
      switch configuration.memory {
      case .files: try FileBuffers(configuration, descriptors, on: renderer)
      case .ownBuffers: try CardBuffers(configuration, on: renderer, connection)
      case .daemonBuffers, nil: throw Failure("the daemon has memory that this program did not ask for")
      }
    free = Set(0..<(buffers?.count ?? 0))
    (done, isNew) = (sent, true)
    report("\(configuration.width)x\(configuration.height): \(buffers?.name ?? "nothing")")
  }

  /// The renderer of the buffers' card. It also draws what is copied into files, so it stays until the surface is on another card.
  private mutating func renderer(for configuration: SurfaceConfiguration) throws -> Renderer {
    let number = options.bringsBuffers ? configuration.device : 0
    if let renderer, number == 0 || renderer.number == number { return renderer }
    // One context at a time: the former targets end with theirs.
    (buffers, renderer) = (nil, nil)
    let opened = try Renderer(on: number)
    renderer = opened
    report("drawn by \(opened.name)")
    return opened
  }
  /// Prints a line at once, also into a log.
  private func report(_ line: String) {
    print(line)
    fflush(nil)
  }
}
