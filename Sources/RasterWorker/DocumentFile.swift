internal import Glibc
package import Rasterizing

/// A file from the socket, unchanged since it was opened.
@safe package struct DocumentFile {
  /// The descriptor, open until the reply.
  package let descriptor: Int32
  package let size: Int

  /// Throws an error if the file is no regular file, or has changed since it was opened.
  package init(_ request: DocumentRequest) throws(RasterError) {
    var status = stat()
    guard unsafe fstat(request.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .invalidRequest("the document is no regular file")
    }
    guard Self.version(of: status) == request.version else { throw .fileChanged }
    descriptor = request.descriptor
    size = Int(status.st_size)
  }

  /// Reads bytes from an offset. Returns their number, which is smaller at the end of the file.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(RasterError) -> Int {
    while true {
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, offset)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .damaged("it cannot be read: errno \(errno)") }
    }
  }

  package func beginning(_ count: Int) throws(RasterError) -> [UInt8] { try bytes(0..<min(count, max(size, 0))) }

  package func ending(_ count: Int) throws(RasterError) -> [UInt8] { try bytes(max(0, size - count)..<max(size, 0)) }

  /// Fills a buffer from the beginning of the file. Throws an error if the file is shorter.
  package func readAll(into buffer: UnsafeMutableRawBufferPointer) throws(RasterError) {
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

  /// Returns the number of read bytes.
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

extension RasterError {
  /// The error for a damaged file, with the first line of a library's message. If the message names a line of the file, it begins there.
  package static func damaged(library message: String?) -> RasterError {
    guard let line = message?.split(separator: "\n").first else { return .damaged("no reason is known") }
    let parts = line.split(separator: " ")
    let reason = parts.firstIndex(of: "line").map { parts[$0...].joined(separator: " ") } ?? String(line)
    return .damaged(reason.count > 160 ? reason.prefix(160) + "…" : reason)
  }
}
