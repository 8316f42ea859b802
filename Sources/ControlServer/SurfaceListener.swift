internal import DisplayTypes
package import EventLoop
internal import Glibc
internal import SystemPackage

/// The socket to which processes connect that draw surfaces. It is beside the control socket, and keeps the boundaries of messages
/// (`SOCK_SEQPACKET`).
package final class SurfaceListener {
  package let path: String
  private let file: SocketFile
  private var watch: Watch?
  private var timer: LoopTimer?

  /// The path beside a control socket: `marquee-surfaces.sock` beside `marquee.sock`.
  package static func path(beside control: String) -> String {
    "\(control.hasSuffix(".sock") ? String(control.dropLast(5)) : control)-surfaces.sock"
  }

  /// Makes the socket. Every user may connect, because the credentials of a peer decide.
  ///
  /// - Parameter accepted: receives a socket, which it owns, and its peer.
  package init(
    at path: String, loop: EventLoop, accepted: @escaping (Int32, PeerCredentials) -> Void
  ) throws(ListenerError) {
    self.path = path
    guard UnixAddress(path: path) != nil else { throw .pathTooLong(path: path, limit: UnixAddress.longestPath) }
    do throws(SocketFile.Failure) {
      file = try SocketFile(at: path, mode: 0o666, backlog: 16, isBlocking: false, keepsMessages: true)
    } catch {
      throw ListenerError(error, path)
    }
    do throws(Errno) {
      watch = try loop.watch(file.descriptor, for: .readable) { [weak self] _ in self?.accept(accepted) }
    } catch {
      throw .system(operation: "watch", path: path, error)
    }
    timer = loop.makeTimer { [weak self] in self?.watch?.update(.readable) }
  }

  /// Closes the socket and removes its file.
  package func remove() {
    watch = nil
    timer = nil
    file.remove()
    close(file.descriptor)
  }

  private func accept(_ accepted: (Int32, PeerCredentials) -> Void) {
    let socket = Glibc.accept(file.descriptor, nil, nil)
    guard socket >= 0 else {
      guard ![EAGAIN, EINTR, ECONNABORTED].contains(errno) else { return }
      // No descriptor or no memory is left. The client waits, and would wake the loop at once.
      watch?.update([])
      timer?.arm(at: MonotonicTime.now.advanced(by: 1_000_000_000))
      return
    }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    guard let peer = try? PeerCredentials(ofPeerOn: socket) else {
      close(socket)
      return
    }
    accepted(socket, peer)
  }
}
