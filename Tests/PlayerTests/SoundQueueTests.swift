import Testing

@testable import Rasterizing

@Suite struct SoundQueueTests {
  /// The mixed left samples of a queue.
  private func mix(_ queue: inout SoundQueue, blocks: Int) -> [Int32] {
    (0..<blocks).flatMap { _ in
      var sum = [Int32](repeating: 0, count: 960)
      queue.mix(into: &sum)
      return stride(from: 0, to: 960, by: 2).map { sum[$0] }
    }
  }

  private func block(at index: Int64, pairs: Int = 480, _ value: Int16 = 10_000) -> SoundBlock {
    SoundBlock(index: index, samples: [Int16](repeating: value, count: pairs * 2))
  }

  private func queue(at index: Int64 = 0) -> SoundQueue {
    var queue = SoundQueue(at: index)
    queue.volume = 1
    // The volume follows within the first mix, which is silent here.
    _ = mix(&queue, blocks: 1)
    return queue
  }

  private func largestStep(_ samples: [Int32]) -> Int32 {
    zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
  }

  @Test func samplesAreHeardAtTheirTime() {
    var queue = queue()
    queue.add(block(at: 600, pairs: 400))
    let heard = mix(&queue, blocks: 2)
    #expect(heard[..<120].allSatisfy { $0 == 0 })
    #expect(heard[120 + 96..<520 - 96].allSatisfy { $0 == 10_000 })
    #expect(heard[520...].allSatisfy { $0 == 0 })
    #expect(largestStep(heard) < 150, "it fades in and out")
  }

  @Test func blocksThatFollowEachOtherHaveNoGap() {
    var queue = queue()
    for place in 1..<9 { queue.add(block(at: Int64(place * 480))) }
    let heard = mix(&queue, blocks: 7)
    #expect(heard[96...].allSatisfy { $0 == 10_000 })
  }

  @Test func aCutFades() {
    var queue = queue()
    for place in 1..<9 { queue.add(block(at: Int64(place * 480))) }
    queue.add(SoundBlock(index: 1_000, samples: []))
    let heard = mix(&queue, blocks: 4)
    #expect(heard[600...].allSatisfy { $0 == 0 })
    #expect(heard[300] == 10_000 && largestStep(heard) < 150)
  }

  @Test func otherSamplesReplaceThoseThatWait() {
    var queue = queue()
    for place in 1..<9 { queue.add(block(at: Int64(place * 480))) }
    queue.add(block(at: 1_000, pairs: 480, -10_000))
    queue.add(block(at: 1_480, pairs: 480, -10_000))
    let heard = mix(&queue, blocks: 3)
    #expect(heard[300] == 10_000 && heard[700] == -10_000)
    #expect(largestStep(heard) < 250)
  }

  @Test func lateSamplesAreDropped() {
    var queue = queue()
    queue.add(block(at: 100))
    let heard = mix(&queue, blocks: 1)
    // The first 380 of its pairs are late.
    #expect(heard[100...].allSatisfy { $0 == 0 })
    #expect(queue.isEmpty)
  }

  @Test func theVolumeFollowsWithoutAStep() {
    var queue = queue()
    for place in 1..<9 { queue.add(block(at: Int64(place * 480))) }
    _ = mix(&queue, blocks: 2)
    queue.volume = 0.25
    let heard = mix(&queue, blocks: 2)
    #expect(largestStep(heard) < 50 && heard[600] == 2_500)
  }

  @Test func aSkipFadesIn() {
    var queue = queue()
    for place in 1..<9 { queue.add(block(at: Int64(place * 480))) }
    queue.skip(to: 1_000)
    let heard = mix(&queue, blocks: 2)
    #expect(heard[0] == 0 && heard[96] == 10_000 && largestStep(heard) < 150)
    queue.skip(to: 10_000)
    #expect(queue.isEmpty)
  }

  @Test func anyIndexIsSafe() {
    var queue = queue()
    for index in [Int64.min, -1, 0, 1, 65_000, 66_000, 1 << 40, Int64.max] {
      for pairs in [0, 1, 480, 960] { queue.add(block(at: index, pairs: pairs)) }
    }
    _ = mix(&queue, blocks: 300)
    #expect(queue.isEmpty)
  }

  @Test func aStarvedClipFadesInAgain() {
    var queue = queue()
    queue.add(block(at: 480))
    var heard = mix(&queue, blocks: 3)
    queue.add(block(at: 1_920))
    queue.add(block(at: 2_400))
    heard += mix(&queue, blocks: 2)
    #expect(heard[1_440 + 300] == 10_000 && largestStep(heard) < 150)
  }

  @Test func messagesAreReadAsTheyWereWritten() throws {
    let block = SoundBlock(index: -5, samples: [1, -1, Int16.max, Int16.min])
    #expect(SoundBlock(block.bytes[...]) == block)
    #expect(SoundBlock([1, 2, 3]) == nil && SoundBlock([UInt8](repeating: 0, count: 11)[...]) == nil)
    let monitor = SoundDevice.Monitor(maker: 0xAE30, product: 0x61F1, rank: 1)
    for request: SoundMessage.Request in [
      .device(.named("hw:0,3")), .device(.monitor(monitor)), .source(7), .volume(source: 7, 0.5), .end(source: 7),
    ] {
      let bytes = SoundMessage.bytes(of: request)
      #expect(try SoundMessage.request(bytes[...]) == request)
      for count in 0..<bytes.count {
        #expect(throws: SurfaceMessage.Fault.self) { try SoundMessage.request(bytes.prefix(count)) }
      }
    }
    for report: SoundMessage.Answer in [.opened("hw:0,3"), .trouble("it is in use")] {
      #expect(try SoundMessage.report(SoundMessage.bytes(of: report)[...]) == report)
    }
  }

  @Test func timesAndPairsAgree() {
    for index in [Int64(0), 1, 47_999, 48_000, 123_456_789_012] {
      #expect(SoundBlock.index(at: SoundBlock.nanoseconds(at: index) + 1) == index)
    }
    #expect(SoundBlock.index(at: -1) == -1 && SoundBlock.index(at: -1_000_000_000) == -48_000)
    // The beginning of 1970 on a clock that runs since today.
    #expect(SoundBlock.index(at: -1_796_112_000_000_000_000) == -86_213_376_000_000)
  }
}
