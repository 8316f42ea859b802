import Testing

@testable import EDID

/// ELDs of real machines. The first one was recorded byte by byte. The others were recorded as the kernel's text (`/proc/asound/card*/eld*`), and
/// are built again from it.
enum RecordedELDs {
  /// A monitor with speakers, as the control of an HDA card had it, with the zeros behind the end.
  static let monitor: [UInt8] =
    [
      0x10, 0, 8, 0, 0x6D, 0x10, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0x30, 0xAE, 0xF1, 0x61, 0x4C, 0x45, 0x4E, 0x20, 0x54,
      0x33,
      0x32, 0x68, 0x2D, 0x32, 0x30, 0x0A, 0x20, 0x09, 0x7F, 0x07,
    ] + [UInt8](repeating: 0, count: 59)
  /// A television behind one output.
  static let television = built(maker: 0x2D4C, product: 0x0667, name: "SAMSUNG\n     ", speakers: 1, formats: 1)
  /// Two receivers, which accept more than television sets.
  static let receiver = built(maker: 0xEE11, product: 0x001C, name: "DENON-AVAMP", speakers: 0x5F, formats: 7)
  static let otherReceiver = built(maker: 0x6720, product: 0x6040, name: "H/K AVR\n     ", speakers: 0x4F, formats: 8)
  /// An adapter that passes no EDID with sound on: the driver has nothing but zeros.
  static let adapter = [UInt8](repeating: 0, count: 128)

  static func built(maker: UInt16, product: UInt16, name: String, speakers: UInt8, formats: Int) -> [UInt8] {
    let rest = Array(name.utf8) + (0..<formats).flatMap { _ in [UInt8]([0x0F, 0x7F, 0x07]) }
    let words = (16 + rest.count + 3) / 4
    let head: [UInt8] = [
      0x10, 0, UInt8(words), 0, 0x60 | UInt8(name.utf8.count), UInt8(formats << 4), 0, speakers, 0, 0, 2, 0, 0, 0, 0, 0,
    ]
    let codes = [maker & 0xFF, maker >> 8, product & 0xFF, product >> 8].map(UInt8.init)
    let all = head + codes + rest
    return all + [UInt8](repeating: 0, count: max(0, 128 - all.count))
  }
}

@Suite struct ELDTests {
  @Test func aMonitorWithSpeakers() throws {
    let eld = try #require(ELD(bytes: RecordedELDs.monitor))
    #expect(eld.name == "LEN T32h-20" && eld.acceptsSound)
    // The bytes 8 to 11 of its EDID are 30 AE F1 61.
    #expect(eld.maker == 0xAE30 && eld.product == 0x61F1)
  }

  @Test func receiversAndTelevisions() throws {
    #expect(try #require(ELD(bytes: RecordedELDs.receiver)).name == "DENON-AVAMP")
    #expect(try #require(ELD(bytes: RecordedELDs.television)).maker == 0x2D4C)
    #expect(ELD(bytes: RecordedELDs.adapter) == nil)
  }

  @Test func eachDamagedELDIsReadWithoutACrash() {
    for bytes in [RecordedELDs.monitor, RecordedELDs.receiver] {
      for count in 0...bytes.count { _ = ELD(bytes: Array(bytes.prefix(count))) }
      for place in bytes.indices {
        for value in [UInt8(0), 0x1F, 0x7F, 0xFF] {
          var changed = bytes
          changed[place] = value
          _ = ELD(bytes: changed)
        }
      }
    }
    #expect(ELD(bytes: []) == nil && ELD(bytes: [UInt8](repeating: 0xFF, count: 95)) == nil)
  }

  private func outputs(_ elds: [UInt8]...) -> [DisplayOutput] {
    zip([3, 7, 8], elds).map { DisplayOutput(name: "hw:0,\($0)", eld: ELD(bytes: $1)) }
  }

  private func choose(_ eld: [UInt8], rank: Int = 0, _ outputs: [DisplayOutput]) throws -> String {
    let eld = try #require(ELD(bytes: eld))
    switch DisplayOutput.choose(maker: eld.maker, product: eld.product, rank: rank, among: outputs) {
    case .success(let name): return name
    case .failure(let missing): return missing.reason
    }
  }

  @Test func twoOutputsHaveTheirDisplays() throws {
    let both = outputs(RecordedELDs.television, RecordedELDs.monitor)
    #expect(try choose(RecordedELDs.television, both) == "hw:0,3")
    #expect(try choose(RecordedELDs.monitor, both) == "hw:0,7")
    let swapped = outputs(RecordedELDs.monitor, RecordedELDs.adapter, RecordedELDs.television)
    #expect(try choose(RecordedELDs.television, swapped) == "hw:0,8")
  }

  @Test func twoEqualDisplaysHaveTheOrderOfTheirConnectors() throws {
    let both = outputs(RecordedELDs.television, RecordedELDs.adapter, RecordedELDs.television)
    #expect(try choose(RecordedELDs.television, both) == "hw:0,3")
    #expect(try choose(RecordedELDs.television, rank: 1, both) == "hw:0,8")
  }

  @Test func aReceiverIsADisplayLikeOthers() throws {
    let both = outputs(RecordedELDs.receiver, RecordedELDs.otherReceiver)
    #expect(try choose(RecordedELDs.otherReceiver, both) == "hw:0,7")
  }

  @Test func anAdapterWithoutSoundHasNoDevice() throws {
    #expect(try choose(RecordedELDs.monitor, outputs(RecordedELDs.adapter)).contains("its adapter may carry no sound"))
    #expect(try choose(RecordedELDs.monitor, []).contains("no sound card"))
    let mute = RecordedELDs.built(maker: 0xAE30, product: 0x61F1, name: "LEN", speakers: 0, formats: 0)
    #expect(try choose(RecordedELDs.monitor, outputs(mute)) == "the display accepts no sound")
  }
}
