internal import Glibc
public import Rasterizing

/// A file that came over the socket, in the state in which it was opened.
@safe public struct DocumentFile {
  /// Open while the request is worked off.
  public let descriptor: Int32
  /// Bytes.
  public let size: Int

  /// Fails where the file is another one by now, or is none.
  public init(_ request: DocumentRequest) throws(RasterError) {
    var status = stat()
    guard unsafe fstat(request.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .invalidRequest("the document is no regular file")
    }
    guard Self.version(of: status) == request.version else { throw .fileChanged }
    descriptor = request.descriptor
    size = Int(status.st_size)
  }

  /// Reads bytes from an offset; fewer at the end of the file.
  ///
  /// C: `pread`.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(RasterError) -> Int {
    while true {
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, offset)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .damaged("it cannot be read: errno \(errno)") }
    }
  }

  /// Reads the first bytes, at most so many.
  public func beginning(_ count: Int) throws(RasterError) -> [UInt8] { try bytes(0..<min(count, max(size, 0))) }

  /// Reads the last bytes, at most so many.
  public func ending(_ count: Int) throws(RasterError) -> [UInt8] { try bytes(max(0, size - count)..<max(size, 0)) }

  /// Fills a buffer from the file's beginning on; fails where it ends before.
  public func readAll(into buffer: UnsafeMutableRawBufferPointer) throws(RasterError) {
    guard try unsafe fill(buffer, from: 0) == buffer.count else { throw .fileChanged }
  }

  private func bytes(_ range: Range<Int>) throws(RasterError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var result: Result<Int, RasterError> = .success(0)
    unsafe bytes.withUnsafeMutableBytes { buffer in
      result = Result { () throws(RasterError) in try unsafe fill(buffer, from: range.lowerBound) }
    }
    bytes.removeLast(bytes.count - (try result.get()))
    return bytes
  }

  /// Returns how many bytes there were.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) throws(RasterError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let more = try unsafe read(
        at: offset + filled, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      guard more > 0 else { break }
      filled += more
    }
    return filled
  }

  private static func version(of status: stat) -> FileVersion {
    let (seconds, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return FileVersion(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: UInt64(max(0, status.st_size)),
      modified: overflow ? .max : seconds &+ Int64(status.st_mtim.tv_nsec))
  }
}

/// What libraries say of a broken file, as far as it helps a person.
public enum LibraryErrorText {
  /// The longest reason, in characters.
  private static let limit = 160

  /// The first line, from the place in the file on where it names one.
  public static func shortened(_ words: String?) -> String {
    guard let line = words?.split(separator: "\n").first, !line.isEmpty else { return "no reason is known" }
    let parts = line.split(separator: " ")
    let place = parts.firstIndex(of: "line").map { parts[$0...].joined(separator: " ") } ?? String(line)
    return place.count > limit ? place.prefix(limit) + "…" : place
  }
}
