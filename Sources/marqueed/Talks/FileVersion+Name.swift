import DisplayTypes
import Rasterizing

nonisolated extension FileVersion {
  /// Another one for each version of a file, the same in each life of the daemon.
  var name: String {
    let fields = [device, inode, size, UInt64(bitPattern: modified), UInt64(bitPattern: changed)]
    return Checksum.text(
      of: fields.lazy.flatMap { field in stride(from: 0, to: 64, by: 8).lazy.map { UInt8(field >> $0 & 0xff) } })
  }
}
