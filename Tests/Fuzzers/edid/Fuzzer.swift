import DisplayTypes
import EDID

/// Reads the bytes as an EDID, first unchanged and then with the header and all checksums repaired.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  check(bytes)
  check(repaired(bytes))
  return 0
}

/// The fuzzer cannot guess checksums, so most mutated bytes would be refused before they are read.
private func repaired(_ bytes: [UInt8]) -> [UInt8] {
  var bytes = bytes
  let header: [UInt8] = [0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00]
  guard bytes.count >= 128 else { return bytes }
  bytes.replaceSubrange(0..<8, with: header)
  for end in stride(from: 128, through: bytes.count, by: 128) {
    bytes[end - 1] = 0 &- bytes[(end - 128)..<(end - 1)].reduce(0, &+)
  }
  return bytes
}

/// An EDID that can be read must be sound, as in `EDIDFuzzTests`.
private func check(_ bytes: [UInt8]) {
  guard let edid = try? EDID(bytes: bytes) else { return }
  let all = edid.modes + edid.ycbcr420OnlyModes + edid.alternateRateModes
  precondition(all.allSatisfy { $0.isPlausible }, "a mode is absurd")
  precondition(Set(edid.modes).count == edid.modes.count, "a mode is listed twice")
  precondition(Set(edid.ycbcr420OnlyModes).isSubset(of: Set(edid.ycbcr420Modes)), "a 4:2:0 mode is missing")
  let identity = edid.displayIdentity
  let text = identity.make + identity.model + identity.serial
  precondition(text.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "an identity has unprintable characters")
  precondition(!identity.model.isEmpty, "a model is empty")
  if let size = edid.physicalSize {
    precondition(size.widthMillimeters > 0 && size.heightMillimeters > 0, "a size is empty")
  }
  precondition(edid.audioFormats.allSatisfy { (1...8).contains($0.channels) }, "a number of channels is absurd")
  precondition(Set(edid.complaints).count == edid.complaints.count, "a complaint is listed twice")
}
