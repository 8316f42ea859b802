import DisplayScenes
import Glibc

/// Reads lines from the standard input, a terminal or a pipe.
@MainActor
package final class Keyboard {
  private let handler: (String?) -> Void
  private var watch: Watch?
  private var rest: [UInt8] = []

  /// Passes on each line without its line end, and nil at the end of the input. The kernel cannot watch a file or /dev/null: a service, for
  /// example, gets no lines.
  package init(loop: EventLoop, handler: @escaping (String?) -> Void) {
    self.handler = handler
    watch = try? loop.watch(STDIN_FILENO, for: .readable) { [weak self] _ in self?.read() }
  }

  package func stop() {
    watch?.cancel()
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR { return }
    guard count > 0 else {
      stop()
      return handler(nil)
    }
    rest += bytes.prefix(count)
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest.prefix(upTo: end)
      rest.removeFirst(line.count + 1)
      handler(String(decoding: line, as: UTF8.self))
    }
  }
}

/// Prints a line at once, also into a pipe.
package func log(_ line: String) {
  print(line)
  fflush(nil)
}
