internal import CSurface
internal import ControlClient
internal import Foundation
internal import TestKit

/// A program that draws a surface, by the header for C (`Examples/marquee-surface.h`).
final class SurfaceProgram {
  private var surface = marquee_surface()
  private let bench: any Bench

  /// The socket of the surfaces of the bench's daemon.
  static func path(_ bench: any Bench) -> String {
    let control = bench.socketPath
    return (control.hasSuffix(".sock") ? String(control.dropLast(5)) : control) + "-surfaces.sock"
  }

  /// Connects. The size is that of its buffers, or zero for the surface's size on the screen.
  init(_ bench: any Bench, _ name: String, width: UInt32 = 0, height: UInt32 = 0, flags: UInt32 = 0) throws {
    self.bench = bench
    guard marquee_surface_open(&surface, Self.path(bench), name, width, height, flags) == 0 else {
      throw ScenarioFailure("the surface cannot be opened: \(String(cString: strerror(errno)))")
    }
  }

  deinit { marquee_surface_close(&surface) }

  var size: String { "\(surface.width)x\(surface.height)" }
  /// The number of the last frame that a screen has shown.
  var presented: UInt64 { surface.presented.number }
  /// Whether a plane shows that frame without a copy.
  var isOnPlane: Bool { surface.presented.on_plane != 0 }
  /// The time of that frame in nanoseconds, on the daemon's clock.
  var presentedTime: UInt64 { surface.presented.time }
  /// The daemon's reason for the end of the connection; empty while there is none.
  var reason: String {
    withUnsafeBytes(of: surface.reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Draws a frame of one colour, and returns its number.
  @discardableResult
  func show(_ color: UInt32, at target: UInt64 = 0) throws -> UInt64 {
    let buffer = try bench.poll(within: 10) { () throws -> Int32? in
      let buffer = marquee_surface_next(&surface, 0)
      if buffer == -1 { throw ScenarioFailure("the daemon has ended the connection: \(reason)") }
      return buffer >= 0 ? buffer : nil
    }
    let index = Int(try unwrap(buffer, "no buffer is free"))
    let pixels = Int(surface.stride / 4) * Int(surface.height)
    let memory = withUnsafeBytes(of: surface.buffers) { $0.bindMemory(to: UnsafeMutablePointer<UInt32>?.self)[index] }
    try unwrap(memory, "the buffer is not mapped").update(repeating: color, count: pixels)
    guard marquee_surface_show(&surface, Int32(index), target) == 0 else {
      throw ScenarioFailure("the frame is not sent: \(String(cString: strerror(errno)))")
    }
    return surface.number
  }

  /// Waits until a screen shows the frame.
  func wait(for number: UInt64) throws {
    let shown = try bench.poll(within: 10) { () throws -> Bool? in
      try read()
      return presented >= number ? true : nil
    }
    try expect(shown != nil, "frame \(number) is not presented, only \(presented)")
  }

  /// Waits until the daemon says that a screen shows the surface, or that none does.
  func wait(untilVisible isVisible: Bool) throws {
    let fits = try bench.poll(within: 10) { () throws -> Bool? in
      try read()
      return (surface.is_visible != 0) == isVisible ? true : nil
    }
    try expect(fits != nil, "the surface is \(isVisible ? "visible" : "hidden")")
  }

  /// Waits for a new size of the buffers.
  func wait(forSize wanted: String) throws {
    let fits = try bench.poll(within: 10) { () throws -> Bool? in
      try read()
      return size == wanted ? true : nil
    }
    try expect(fits != nil, "the buffers are \(size) instead of \(wanted)")
  }

  private func read() throws {
    while true {
      let status = marquee_surface_read(&surface)
      if status == -1 { throw ScenarioFailure("the daemon has ended the connection: \(reason)") }
      if status == 0 { return }
    }
  }

  /// Sends packets as a faulty program, and returns the daemon's reason for the end of the connection; nil if there is none.
  static func refusal(_ bench: any Bench, of packets: [[UInt8]], with descriptor: Int32? = nil) throws -> String? {
    let socket = try TestSocket.connected(to: path(bench), TestSocket.packets)
    defer { close(socket) }
    for packet in packets {
      if let descriptor {
        _ = send_with_descriptor(socket, packet, packet.count, descriptor)
      } else {
        _ = send(socket, packet, packet.count, Int32(MSG_NOSIGNAL))
      }
    }
    return try bench.poll(within: 10) { () throws -> String? in
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == ECONNRESET {
        throw ScenarioFailure("the daemon has ended the connection without a reason")
      }
      guard count > 0, bytes[0] == UInt8(MARQUEE_SURFACE_FAILED) else { return nil }
      return String(decoding: bytes[8..<count].prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
