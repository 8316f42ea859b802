import DisplayTypes
import KernelModeSetting
import Testing

@Suite struct CRTCAssignmentTests {
  private typealias Wish = CRTCAssignment.Wish
  private typealias Output = CRTCAssignment.Output

  private func wish(_ connector: UInt32, _ mask: UInt32, prefers: UInt32? = nil) -> Wish {
    Wish(
      connector: ConnectorID(rawValue: connector), possibleCRTCs: CRTCMask(rawValue: mask),
      preferredCRTC: prefers.map(CRTCID.init(rawValue:)))
  }

  private func output(_ connector: UInt32, _ crtc: UInt32, _ plane: UInt32?) -> Output {
    Output(
      connector: ConnectorID(rawValue: connector), crtc: CRTCID(rawValue: crtc),
      plane: plane.map(PlaneID.init(rawValue:)))
  }

  /// CRTCs 100, 101 … and a primary plane 200, 201 … for each.
  private func card(_ count: Int) -> ([CRTCSnapshot], [PlaneSnapshot]) {
    (
      (0..<count).map { Samples.crtc(100 + UInt32($0), index: $0) },
      (0..<count).map { Samples.plane(200 + UInt32($0), possible: 1 << UInt32($0)) }
    )
  }

  @Test func eachGetsAFreeOneInOrder() {
    let (crtcs, planes) = card(3)
    let assignment = CRTCAssignment(wishes: [wish(1, 0b111), wish(2, 0b111)], crtcs: crtcs, planes: planes)
    #expect(assignment.outputs == [output(1, 100, 200), output(2, 101, 201)])
    #expect(assignment.unserved.isEmpty)
  }

  @Test func oneIsMovedSoThatAnotherFits() {
    let (crtcs, planes) = card(2)
    let assignment = CRTCAssignment(wishes: [wish(1, 0b11), wish(2, 0b01)], crtcs: crtcs, planes: planes)
    #expect(assignment.outputs == [output(1, 101, 201), output(2, 100, 200)])
  }

  @Test func litConnectorsNeverMove() {
    let (crtcs, planes) = card(2)
    let assignment = CRTCAssignment(
      wishes: [wish(2, 0b01)], lit: [output(1, 100, 200)], crtcs: crtcs, planes: planes)
    #expect(assignment.outputs.isEmpty)
    #expect(assignment.unserved == [ConnectorID(rawValue: 2)])
  }

  @Test func theOneThatFeedsItAlreadyComesFirst() {
    let (crtcs, planes) = card(3)
    let assignment = CRTCAssignment(
      wishes: [wish(1, 0b111, prefers: 102), wish(2, 0b111, prefers: 102)], crtcs: crtcs, planes: planes)
    #expect(assignment.outputs == [output(1, 102, 202), output(2, 100, 200)])
  }

  @Test func noConnectorTakesTheCRTCOfALaterOne() {
    let (crtcs, planes) = card(2)
    let assignment = CRTCAssignment(
      wishes: [wish(1, 0b11), wish(2, 0b11, prefers: 100)], crtcs: crtcs, planes: planes)
    #expect(assignment.outputs == [output(1, 101, 201), output(2, 100, 200)])
    let forced = CRTCAssignment(
      wishes: [wish(1, 0b01), wish(2, 0b11, prefers: 100)], crtcs: crtcs, planes: planes)
    #expect(forced.outputs == [output(1, 100, 200), output(2, 101, 201)])
    let scarce = CRTCAssignment(
      wishes: [wish(1, 0b01), wish(2, 0b01, prefers: 100)], crtcs: crtcs, planes: planes)
    #expect(scarce.unserved == [ConnectorID(rawValue: 2)])
  }

  @Test func thePreferredOneThatCannotFeedItIsNotTaken() {
    let (crtcs, planes) = card(2)
    let assignment = CRTCAssignment(wishes: [wish(1, 0b01, prefers: 101)], crtcs: crtcs, planes: planes)
    #expect(assignment.outputs == [output(1, 100, 200)])
  }

  @Test func aCRTCWithoutAPlaneIsSkipped() {
    let (crtcs, planes) = card(2)
    let assignment = CRTCAssignment(
      wishes: [wish(1, 0b11)], crtcs: crtcs, planes: planes.filter { $0.id.rawValue == 201 })
    #expect(assignment.outputs == [output(1, 101, 201)])
  }

  @Test func aPlaneThatFitsSeveralIsLeftToTheOneThatNeedsIt() {
    let (crtcs, _) = card(2)
    let planes = [Samples.plane(200, possible: 0b11), Samples.plane(201, possible: 0b01)]
    let assignment = CRTCAssignment(wishes: [wish(1, 0b01), wish(2, 0b10)], crtcs: crtcs, planes: planes)
    #expect(assignment.outputs == [output(1, 100, 201), output(2, 101, 200)])
  }

  @Test func overlaysAndForeignFormatsAreNoPrimaryPlanes() {
    let (crtcs, _) = card(2)
    var foreign = Samples.plane(200, possible: 0b11)
    foreign.formats = [PixelFormat(rawValue: 1)]
    let planes = [foreign, Samples.plane(201, .overlay, possible: 0b11), Samples.plane(202, possible: 0b10)]
    let assignment = CRTCAssignment(wishes: [wish(1, 0b11)], crtcs: crtcs, planes: planes)
    #expect(assignment.outputs == [output(1, 101, 202)])
  }

  @Test func aLegacyCardNeedsNoPlanes() {
    let (crtcs, _) = card(1)
    let assignment = CRTCAssignment(wishes: [wish(1, 0b1), wish(2, 0b1)], crtcs: crtcs, planes: [])
    #expect(assignment.outputs == [output(1, 100, nil)])
    #expect(assignment.unserved == [ConnectorID(rawValue: 2)])
  }

  @Test func asManyConnectorsAsPossibleAreServed() {
    let (crtcs, planes) = card(3)
    for masks in 0..<512 {
      let possible = [UInt32(masks & 7), UInt32(masks >> 3 & 7), UInt32(masks >> 6 & 7)]
      let wishes = possible.enumerated().map { wish(UInt32($0 + 1), $1, prefers: 102) }
      let assignment = CRTCAssignment(wishes: wishes, crtcs: crtcs, planes: planes)
      #expect(assignment.outputs.count == Self.mostServed(possible, taken: 0))
      #expect(Set(assignment.outputs.map(\.crtc)).count == assignment.outputs.count)
      for output in assignment.outputs {
        let place = Int(output.crtc.rawValue) - 100
        #expect(possible[Int(output.connector.rawValue) - 1] >> UInt32(place) & 1 == 1)
      }
    }
  }

  /// By trying everything.
  private static func mostServed(_ possible: [UInt32], taken: UInt32) -> Int {
    guard let first = possible.first else { return 0 }
    let rest = Array(possible.dropFirst())
    var best = mostServed(rest, taken: taken)
    for place in UInt32(0)..<3 where first >> place & 1 == 1 && taken >> place & 1 == 0 {
      best = max(best, 1 + mostServed(rest, taken: taken | 1 << place))
    }
    return best
  }
}
