internal import Foundation
internal import TestKit

/// Holds each fsync of a program that was started with the library SyncGate. The test releases it or lets it fail.
///
/// Before the gate exists, and after `open`, the gate holds no call.
public final class SyncGate {
  private let path: String
  private var listener: Int32

  /// The time limit for a call that must come, in seconds. Only a failing test reaches it.
  private static let patience = 60

  /// The gate failed.
  public struct Failure: Error, CustomStringConvertible {
    /// The operation and the reason of its failure.
    public let description: String
  }

  /// The environment with which a program's calls come to the gate at a path.
  ///
  /// - Parameter programs: The folder with the built programs and the library.
  public static func environment(at path: String, programs: String) -> [String: String] {
    ["LD_PRELOAD": "\(programs)/libSyncGate.so", "MARQUEE_SYNC_GATE": path]
  }

  /// Starts to hold the calls of programs with this path.
  public init(at path: String) throws {
    self.path = path
    listener = try TestSocket.listening(at: path, backlog: 64)
    var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { open() }

  /// Stops holding new calls. Calls that are already held stay held.
  public func open() {
    guard listener >= 0 else { return }
    unlink(path)
    close(listener)
    listener = -1
  }

  /// Waits for the next call.
  public func next() throws -> HeldSync {
    let connection = accept(listener, nil, nil)
    guard connection >= 0 else { throw Failure(description: "No fsync came: \(String(cString: strerror(errno)))") }
    return try HeldSync(connection)
  }

  /// Waits for the next call, which must be for this file, and returns it.
  public func next(of file: String) throws -> HeldSync {
    let held = try next()
    guard held.file == file else { throw Failure(description: "\(held.file) is synced instead of \(file)") }
    return held
  }

  /// Whether no call is held or waits for `next`.
  public var isIdle: Bool {
    var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 0
  }
}

/// A held call of fsync.
public final class HeldSync {
  /// The last component of the path of the file or folder.
  public let file: String
  private let connection: Int32

  fileprivate init(_ connection: Int32) throws {
    self.connection = connection
    var name = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &name, name.count, 0)
    guard count > 0 else {
      throw SyncGate.Failure(
        description: "An fsync names no file: \(String(cString: strerror(errno)))")
    }
    file = String(decoding: name.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
  }

  deinit { close(connection) }

  /// Lets the call continue.
  public func letGo() { answer(0) }

  /// Lets the call fail.
  public func fail(_ error: Int32) { answer(UInt8(truncatingIfNeeded: error)) }

  private func answer(_ byte: UInt8) { _ = send(connection, [byte], 1, Int32(MSG_NOSIGNAL)) }
}
