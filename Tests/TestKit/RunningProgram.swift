public import Glibc
internal import Synchronization

/// A program that runs beside a test, with sockets as its standard streams. It ends when this value is released.
public final class RunningProgram: Sendable {
  /// The process.
  public let number: pid_t
  /// Our end of its standard input.
  public let input: Int32
  /// Our end of its standard output.
  public let output: Int32
  /// Our end of its standard error.
  public let errors: Int32
  private let status = Mutex<Int32?>(nil)

  /// Starts a program from `PATH`.
  ///
  /// - Parameter environment: The variables of the program; nil for our variables.
  public init(_ words: [String], environment: [String: String]? = nil) throws {
    var (ours, theirs): ([Int32], [Int32]) = ([], [])
    defer { for number in theirs { close(number) } }
    for _ in 0..<3 {
      var pair: [Int32] = [-1, -1]
      // Only pipe2(2) makes pipes that no other program inherits, and Glibc lacks it.
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair)
      ours.append(pair[0])
      theirs.append(pair[1])
    }
    (input, output, errors) = (ours[0], ours[1], ours[2])
    number = try StartedProgram.start(
      words, environment: environment?.map { "\($0.key)=\($0.value)" }, input: theirs[0], output: theirs[1],
      errors: theirs[2])
  }

  deinit {
    end(by: SIGKILL)
    for number in [input, output, errors] { close(number) }
  }

  /// Sends a signal, and returns the exit status, or 128 + N after signal N.
  @discardableResult
  public func end(by signal: Int32 = SIGTERM) -> Int32 {
    status.withLock { status in
      if let status { return status }
      kill(number, signal)
      let ended = StartedProgram.wait(for: number)
      status = ended
      return ended
    }
  }

  /// Waits for more bytes of a stream, and returns them. The result is empty at the end of the stream.
  public static func read(_ stream: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(stream, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
