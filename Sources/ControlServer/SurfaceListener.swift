package import EventLoop
internal import Glibc
internal import SystemPackage

/// The socket to which processes connect that draw surfaces. It is beside the control socket, and keeps the boundaries of messages
/// (`SOCK_SEQPACKET`).
package final class SurfaceListener {
  package let path: String
  private let file: SocketFile
  private var watch: Watch?

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
    do throws(SocketFile.Failure) {
      file = try SocketFile(at: path, mode: 0o666, backlog: 16, isBlocking: false, keepsMessages: true)
    } catch {
      throw ListenerError(error, path)
    }
    do throws(Errno) {
      watch = try loop.watch(file.descriptor, for: .readable) { [file] _ in Self.accept(from: file, accepted) }
    } catch {
      throw .system(operation: "watch", path: path, error)
    }
  }

  /// Closes the socket and removes its file.
  package func remove() {
    watch = nil
    file.remove()
    close(file.descriptor)
  }

  private static func accept(from file: SocketFile, _ accepted: (Int32, PeerCredentials) -> Void) {
    let socket = Glibc.accept(file.descriptor, nil, nil)
    guard socket >= 0 else { return }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    guard let peer = try? PeerCredentials(ofPeerOn: socket) else {
      close(socket)
      return
    }
    accepted(socket, peer)
  }
}
