import DisplayTypes
import KernelModeSetting
import RecordingKernel
import Testing

@testable import Composition
@testable import KMSBackend
@testable import Presentation

/// The pixels of framebuffers, on every path.
@Suite struct OutputBuffersTests {
  private static let size = PixelSize(width: 8, height: 4)
  private let whole = PixelRect(size: size)
  private let corner = PixelRect(x: 0, y: 0, width: 2, height: 2)
  private let kernel = TwoScreenCard.kernel()

  private func layer(_ color: Color, _ rect: PixelRect, opacity: UInt8 = 255) -> ResolvedLayer {
    ResolvedLayer(
      contents: .solid(color), destination: rect, clip: rect,
      contentsRect: .whole, sampling: .smooth, opacity: opacity)
  }

  private func commit(
    _ layers: [ResolvedLayer], _ frameDamage: PixelRect, _ bufferDamage: PixelRect, capture: FrameCapture = .none
  ) -> ScreenCommit {
    ScreenCommit(
      screen: ScreenID(rawValue: 1), token: CommitToken(rawValue: 1), action: .flip(buffer: 0),
      frame: ResolvedFrame(size: Self.size, pictureArea: whole, layers: layers),
      frameDamage: DamageRegion(frameDamage), bufferDamage: DamageRegion(bufferDamage), capture: capture)
  }

  /// The pixels of a buffer without their alpha.
  private func pixels(_ buffer: Int) throws -> [UInt32] {
    let address = try #require(kernel.with { $0.mappings }.dropFirst(buffer).first)
    let start = try #require(UnsafePointer<UInt32>(bitPattern: address))
    return (0..<Self.size.width * Self.size.height).map { start[$0] & 0xFF_FFFF }
  }

  @Test func aWholePictureGoesIntoItsBufferAtOnceAndTheNextIsDrawnUponIt() throws {
    let card = try kernel.card()
    let buffers = try OutputBuffers(size: Self.size, on: card.descriptor, isBlackWhenNew: false)
    try buffers.reserve(3)
    let red = layer(Color(red: 255, green: 0, blue: 0), whole)
    let blue = layer(Color(red: 0, green: 0, blue: 255), whole)
    let glass = layer(Color(red: 255, green: 255, blue: 255), corner, opacity: 128)
    buffers.begin(with: ResolvedFrame(size: Self.size, pictureArea: whole, layers: [red]))
    #expect(try pixels(0).allSatisfy { $0 == 0xFF0000 })

    buffers.draw(commit([red, blue], whole, whole), into: 1)
    #expect(try pixels(1).allSatisfy { $0 == 0x0000FF })
    #expect(buffers.missed.bounds == whole, "the shadow was left out")

    // The glass is over the blue, although the blue never reached the shadow. This also holds in a buffer that missed the blue frame.
    buffers.draw(commit([red, blue, glass], corner, whole), into: 2)
    for (index, pixel) in try pixels(2).enumerated() {
      let isInCorner = index % Self.size.width < 2 && index / Self.size.width < 2
      #expect(pixel == (isInCorner ? 0x8080FF : 0x0000FF), "\(index): \(String(pixel, radix: 16))")
    }
    #expect(buffers.missed.isEmpty)
    // A small part is composed as usual.
    buffers.draw(commit([red, blue], corner, corner), into: 2)
    #expect(try pixels(2).allSatisfy { $0 == 0x0000FF } && buffers.missed.isEmpty)
  }

  @Test func pixelsToBeReadAreComposedAfterwards() throws {
    let card = try kernel.card()
    let buffers = try OutputBuffers(size: Self.size, on: card.descriptor, isBlackWhenNew: false)
    try buffers.reserve(2)
    buffers.begin(with: ResolvedFrame(size: Self.size, pictureArea: whole, layers: [layer(.black, whole)]))
    buffers.complete(with: ResolvedFrame(size: Self.size, pictureArea: whole, layers: [layer(.black, whole)]))
    let green = commit([layer(Color(red: 0, green: 255, blue: 0), whole)], whole, whole, capture: .pixels)
    buffers.draw(green, into: 1)
    #expect(try pixels(1).allSatisfy { $0 == 0x00FF00 })
    #expect(buffers.missed.bounds == whole, "what is read keeps no picture waiting")
    #expect(buffers.read(green)?.pixels?.rgb == (0..<32).flatMap { _ in [0, 255, 0] as [UInt8] })
    #expect(buffers.missed.isEmpty)
  }
}
