import DisplayTypes
import KernelModeSetting
import RecordingKernel
import SystemPackage
import Testing

@Suite struct DisplayEventReaderTests {
  private typealias Parser = FlipEventParserTests

  @Test func eventsOfSeveralReadsComeOneByOne() throws {
    let kernel = RecordingDRM {
      $0.events = [Parser.flip(crtc: 1) + Parser.flip(crtc: 2), Parser.bytes([9, 8]), Parser.flip(crtc: 3)]
    }
    let card = try kernel.card()
    var reader = DisplayEventReader()
    var seen: [UInt32] = []
    while let event = try reader.next(from: card.descriptor) { seen.append(event.crtc.rawValue) }
    #expect(seen == [1, 2, 3])
    #expect(reader.ignoredCount == 1)
    kernel.with { $0.events = [Parser.flip(crtc: 4)] }
    #expect(try reader.next(from: card.descriptor)?.crtc.rawValue == 4)
    #expect(try reader.next(from: card.descriptor) == nil)
  }

  @Test func theEndOfTheFileEndsTheReading() throws {
    let kernel = RecordingDRM { $0.events = [[]] }
    let card = try kernel.card()
    var reader = DisplayEventReader()
    #expect(try reader.next(from: card.descriptor) == nil)
  }

  @Test func aLostDeviceIsReported() throws {
    let kernel = RecordingDRM { $0.failures["read"] = .operationNotSupportedByDevice }
    let card = try kernel.card()
    var reader = DisplayEventReader()
    do throws(DisplayError) {
      _ = try reader.next(from: card.descriptor)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.isDeviceLost)
    }
  }
}
