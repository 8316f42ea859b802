import Composition
import Content
import DisplayTypes
import Glibc
import Rasterizing
import Testing

@testable import RasterizerHost

/// The daemon's checks of an answer.
@Suite struct RasterizerReplyTests {
  private let size = PixelSize(width: 8, height: 4)
  private let text = RasterRequest.text(TextRasterRequest(text: "x", box: PixelSize(width: 100, height: 50)))

  private func result(
    rect: PixelRect = PixelRect(x: 10, y: 10, width: 8, height: 4), format: Bitmap.Format = .argb32, stride: Int = 32,
    for request: RasterRequest? = nil, descriptor: Int32
  ) throws(RasterError) -> RasterResult {
    let outcome = ReplyMessage.Outcome.picture(InkReply(rect: rect, format: format, stride: stride, fontSize: 10))
    return try ReplyReader.result(
      of: ReplyMessage(identifier: 1, outcome: outcome), for: request ?? text, descriptors: [descriptor])
  }

  @Test func aSealedPictureIsMappedAndItsDescriptorClosed() throws {
    let descriptor = try SealedMemory.make(size: size) { $0.storeBytes(of: 0xFF11_2233, as: UInt32.self) }
    guard case .picture(let picture) = try result(descriptor: descriptor) else {
      Issue.record("no picture")
      return
    }
    #expect(picture.bitmap?.bytes.load(as: UInt32.self) == 0xFF11_2233)
    #expect(fcntl(descriptor, F_GETFD, 0) == -1)
  }

  @Test(arguments: [
    (PixelRect(x: 95, y: 0, width: 8, height: 4), 32), (PixelRect(x: -1, y: 0, width: 8, height: 4), 32),
    (PixelRect(x: 0, y: 0, width: 8, height: 4), 28), (PixelRect(x: 0, y: 0, width: 8, height: 4), 34),
    (PixelRect(x: 0, y: 0, width: 8, height: 5), 32), (PixelRect(x: 0, y: 0, width: 8, height: 4), 1 << 20),
  ])
  func aPictureThatIsOutsideItsBoxOrItsMemoryIsRejected(_ rect: PixelRect, _ stride: Int) throws {
    let descriptor = try SealedMemory.make(size: size) { _ in }
    #expect {
      try result(rect: rect, stride: stride, descriptor: descriptor)
    } throws: { error in
      if case .badReply = error as? RasterError { true } else { false }
    }
  }

  @Test func coverageTakesAByteAPixel() throws {
    let descriptor = try SealedMemory.make(size: size) { $0.storeBytes(of: 0x0403_0201, as: UInt32.self) }
    guard case .picture(let picture) = try result(format: .a8, stride: 8, descriptor: descriptor) else {
      Issue.record("no picture")
      return
    }
    #expect(picture.bitmap?.format == .a8)
    #expect(
      picture.contents(in: Color(red: 1, green: 2, blue: 3, alpha: 4))
        == picture.bitmap.map { .mask($0, Color(red: 1, green: 2, blue: 3)) })
    let narrow = try SealedMemory.make(size: size) { _ in }
    #expect(throws: RasterError.self) { try result(format: .a8, stride: 4, descriptor: narrow) }
  }

  @Test func memoryThatCanStillChangeIsRejected() throws {
    let path = "/dev/shm/marquee-rasterizer-test-\(getpid())"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    unlink(path)
    #expect(ftruncate(descriptor, 4096) == 0)
    #expect(throws: RasterError.badReply("a memory file that is not sealed")) { try result(descriptor: descriptor) }
  }

  @Test func aDescriptorThatIsNoMemoryIsRejected() throws {
    let descriptor = open("/dev/null", O_RDWR | O_CLOEXEC)
    #expect(throws: RasterError.badReply("a descriptor that is no memory file")) { try result(descriptor: descriptor) }
  }

  @Test func aCodeOfMoreModulesThanThereAreIsRejected() throws {
    let code = RasterRequest.code(CodeRasterRequest(text: "x"))
    let descriptor = try SealedMemory.make(size: PixelSize(width: 178, height: 178)) { _ in }
    #expect(throws: RasterError.badReply("a picture outside its box")) {
      try result(
        rect: PixelRect(x: 0, y: 0, width: 178, height: 178), format: .a8, stride: 180, for: code,
        descriptor: descriptor)
    }
  }

  @Test func aPictureInsteadOfAFileIsRejected() throws {
    let descriptor = try SealedMemory.make(size: size) { _ in }
    let png = RasterRequest.png(PNGRequest(descriptor: 0, size: size, stride: 32))
    #expect(throws: RasterError.badReply("the answer to another question")) {
      try result(for: png, descriptor: descriptor)
    }
  }
}
