internal import Glibc

/// The servers of `Tests/Streams/servers.py`, which end when this value is released.
public final class StreamServers {
  /// The folder of the files that the HTTP servers send.
  public let folder: TemporaryFolder
  /// The port of the RTSP server, whose media is `/live`.
  public private(set) var rtsp = ""
  /// The port of the same server with TLS. Its certificate has an unknown authority, as that of `https`.
  public private(set) var rtsps = ""
  /// The port of the HTTP server. Its playlist `/live.m3u8` has green pictures after the command `hls`.
  public private(set) var http = ""
  /// The port of the same server with TLS.
  public private(set) var https = ""
  private let program: RunningProgram
  private var text = ""

  /// The servers gave no answer within a minute, or another one.
  public struct Failure: Error {
    /// The answer.
    public let answer: String
  }

  /// Starts the servers. The media is red, in H.264 and 320 by 180 pixels.
  public init() throws {
    folder = try TemporaryFolder("streams")
    let script = "\(#filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined())/Streams/servers.py"
    program = try RunningProgram(["/usr/bin/python3", script, folder.path])
    let ports = try line().split(separator: " ").map(String.init)
    guard ports.count == 4 else { throw Failure(answer: ports.joined(separator: " ")) }
    (rtsp, rtsps, http, https) = (ports[0], ports[1], ports[2], ports[3])
  }

  /// Gives the servers a command, and returns the answer.
  @discardableResult public func ask(_ command: String) throws -> String {
    let bytes = Array("\(command)\n".utf8)
    _ = write(program.input, bytes, bytes.count)
    return try line()
  }

  /// Writes a file for the HTTP servers.
  public func add(_ name: String, _ text: String) throws {
    guard let file = fopen("\(folder.path)/\(name)", "w") else { throw Failure(answer: name) }
    fputs(text, file)
    fclose(file)
  }

  private func line() throws -> String {
    while true {
      if let end = text.firstIndex(of: "\n") {
        defer { text = String(text[text.index(after: end)...]) }
        return String(text[..<end])
      }
      var entry = pollfd(fd: program.output, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 60_000) > 0 else { throw Failure(answer: text) }
      let more = RunningProgram.read(program.output)
      guard !more.isEmpty else { throw Failure(answer: "\(text)\(RunningProgram.read(program.errors))") }
      text += more
    }
  }
}
