import Glibc

/// Reads a byte behind a block of memory: `tools/sanitize address` must report it.
@main struct Overflow {
  static func main() {
    let block = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
    block.initialize(repeating: 0, count: 16)
    // The length is known only when the program runs, so that no compiler refuses it.
    let length = 15 + Int(CommandLine.argc)
    let byte = block[length]
    block.deallocate()
    print("The program has ended with \(byte).")
  }
}
