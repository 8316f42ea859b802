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
  public func beginning(_ count: Int) throws(RasterError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(count, max(size, 0)))
    var filled = 0
    while filled < bytes.count {
      let offset = filled
      var failure: RasterError?
      let more = unsafe bytes.withUnsafeMutableBytes { buffer in
        do throws(RasterError) {
          return try unsafe read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]))
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      guard more > 0 else { break }
      filled += more
    }
    return Array(bytes.prefix(filled))
  }

  private static func version(of status: stat) -> FileVersion {
    let (seconds, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return FileVersion(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: UInt64(max(0, status.st_size)),
      modified: overflow ? .max : seconds &+ Int64(status.st_mtim.tv_nsec))
  }
}
