import Rasterizing

nonisolated extension FileVersion {
  /// Another one for each version of a file, the same in each life of the daemon: sixteen hexadecimal digits (FNV-1a).
  var name: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for field in [device, inode, size, UInt64(bitPattern: modified), UInt64(bitPattern: changed)] {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        hash = (hash ^ (field >> shift & 0xff)) &* 0x100_0000_01b3
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
