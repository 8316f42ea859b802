import CLinuxEvents
import Composition
import DisplayTypes
import Glibc
import Rasterizing

@testable import RasterizerHost

/// Reads the bytes as a worker's answer: one byte chooses the request, one the descriptors beside the packet, two the size of the memory
/// file, and the rest is the packet.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard bytes.count > 4 else { return 0 }
  let packet = bytes[4...]
  checkTexts(packet)
  checkVideos(packet)
  guard packet.count <= ReplyMessage.maximumBytes, let reply = try? ReplyMessage(decoding: packet) else { return 0 }
  guard let again = try? ReplyMessage(decoding: reply.encoded[...]) else {
    preconditionFailure("a reply cannot be read again")
  }
  precondition(again == reply, "a reply has changed")
  let descriptors = beside(bytes[1], size: Int(bytes[2]) << 8 | Int(bytes[3]))
  if let result = try? ReplyReader.result(of: reply, for: request(bytes[0]), descriptors: descriptors) {
    check(result)
  }
  // The reader closes the descriptors that it does not keep, and the result closes the others.
  for descriptor in descriptors { precondition(fcntl(descriptor, F_GETFD) == -1, "a descriptor stays open") }
  return 0
}

private func request(_ choice: UInt8) -> RasterRequest {
  let size = PixelSize(width: 64, height: 48)
  let room = PictureRoom(size: size)
  func document(_ operation: DocumentRequest.Operation) -> RasterRequest {
    let version = FileVersion(device: 1, inode: 2, size: 3, modified: 4)
    return .document(DocumentRequest(descriptor: -1, version: version, operation: operation))
  }
  return switch choice % 8 {
  case 0: .text(TextRasterRequest(text: "text", box: size))
  case 1: .code(CodeRasterRequest(text: "text"))
  case 2: .png(PNGRequest(descriptor: -1, size: size, stride: 256))
  case 3: document(.picture(room, maximumBytes: 1 << 20))
  case 4: document(.page(1, .whole, room))
  case 5: document(.pageCount)
  case 6: document(.videos)
  default: document(.texts(1, count: 2, .whole))
  }
}

/// The descriptors that come with the packet.
private func beside(_ choice: UInt8, size: Int) -> [Int32] {
  switch choice % 6 {
  case 0: return []
  case 1: return [memory(size, isSealed: false)]
  case 2: return [memory(size, isSealed: true), memory(size, isSealed: true)]
  case 3: return [unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)]
  default: return [memory(size, isSealed: true)]
  }
}

private func memory(_ size: Int, isSealed: Bool) -> Int32 {
  let flags = UInt32(bitPattern: MARQUEE_MFD_CLOEXEC | MARQUEE_MFD_ALLOW_SEALING)
  let descriptor = unsafe marquee_memfd_create("fuzz", flags)
  precondition(descriptor >= 0 && ftruncate(descriptor, size) == 0, "there is no memory file")
  if isSealed { precondition(fcntl(descriptor, MARQUEE_F_ADD_SEALS, SealedMemory.seals) == 0, "it cannot be sealed") }
  return descriptor
}

/// All data that the daemon would read can be read.
private func check(_ result: RasterResult) {
  switch result {
  case .picture(let picture):
    guard let bitmap = picture.bitmap else { return precondition(picture.rect.isEmpty, "a picture has no pixels") }
    check(bitmap)
    precondition(bitmap.size == picture.rect.size, "a picture is not as large as its place")
  case .file(let file): unsafe precondition(file.bytes.first != nil, "a file is empty")
  case .image(let image):
    check(image.bitmap)
    let whole = PixelRect(size: image.bitmap.size)
    precondition(image.frames.allSatisfy { whole.contains($0.part) && !$0.part.isEmpty }, "a frame is not there")
    precondition(image.pageCount > 0, "a picture has no page")
  case .pageCount(let count): precondition(count > 0, "a document has no page")
  }
}

private func check(_ bitmap: Bitmap) {
  let row = bitmap.size.width * bitmap.format.bytesPerPixel
  for line in 0..<bitmap.size.height {
    unsafe precondition(bitmap.bytes[line * bitmap.stride] == 0, "memory is not as it was sent")
    unsafe precondition(bitmap.bytes[line * bitmap.stride + row - 1] == 0, "memory is not as it was sent")
  }
}

private func checkTexts(_ bytes: ArraySlice<UInt8>) {
  guard let texts = try? PageTexts(decoding: bytes) else { return }
  precondition((try? PageTexts(decoding: texts.encoded[...])) == texts, "texts of pages have changed")
}

private func checkVideos(_ bytes: ArraySlice<UInt8>) {
  guard let videos = try? PageVideos(decoding: bytes) else { return }
  precondition((try? PageVideos(decoding: videos.encoded[...])) == videos, "videos of pages have changed")
  for video in videos.videos {
    precondition(video.place.maxX < 1.1 && video.place.width > 0, "a place outside of the page")
  }
}
