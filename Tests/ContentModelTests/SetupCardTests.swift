import DisplayTypes
import Testing

@testable import ContentModel

@Suite struct SetupCardTests {
  private let open = SetupCardInfo.Pages(address: "192.168.1.7", page: "http://192.168.1.7:8484")
  private var whole: SetupCardInfo.Pages {
    SetupCardInfo.Pages(
      address: open.address, page: open.page, code: "ACDE-FGHJ", link: "http://192.168.1.7:8484/pair#ACDEFGHJ")
  }

  private func regions(
    _ pages: SetupCardInfo.Pages?, _ setup: SetupDescription = SetupDescription(), isPortrait: Bool = false
  ) -> [LayoutRegion] {
    let context = TimelineContext(isPortrait: isPortrait, setup: SetupCardInfo(name: "box-7", pages: pages))
    let moment = Timeline.moment(of: .setup(setup), at: .epoch, in: context)
    #expect(moment.until == nil)
    return moment.leaf.arrangement?.regions ?? []
  }

  private func texts(_ regions: [LayoutRegion]) -> String {
    regions.map { region in
      if case .banner(let banner) = region.content { banner.text } else { "" }
    }.joined(separator: "\n")
  }

  private func codes(_ regions: [LayoutRegion]) -> [String] {
    regions.compactMap { region in
      if case .qrCode(let code) = region.content { code.text } else { nil }
    }
  }

  @Test func withoutPagesItNamesTheStoppedProgram() {
    let card = regions(nil)
    #expect(texts(card).contains("box-7") && texts(card).contains("marquee-remote"))
    #expect(codes(card).isEmpty)
  }

  @Test func theAddressIsThereIfPagesAreOpenToThisMachineAlone() {
    let alone = texts(regions(.init(address: "192.168.1.7")))
    #expect(alone.contains("192.168.1.7") && alone.contains("marquee-remote"))
    #expect(texts(regions(.init())).contains("no network"))
  }

  /// The customers of a shop can also read the card.
  @Test func noCardHasACommandOfAnAdministrator() {
    let claimed = SetupCardInfo.Pages(address: open.address, page: open.page)
    for pages in [nil, .init(), .init(address: "192.168.1.7"), claimed, open, whole] as [SetupCardInfo.Pages?] {
      for word in ["systemctl", "marqueectl", "--listen", "SCREEN"] {
        #expect(!texts(regions(pages)).contains(word), "\(word)")
      }
    }
  }

  @Test(arguments: [false, true]) func aCodeIsThereToScanAndToType(isPortrait: Bool) {
    let card = regions(whole, isPortrait: isPortrait)
    #expect(codes(card) == whole.link.map { [$0] })
    for word in ["box-7", "192.168.1.7:8484", "ACDE-FGHJ"] { #expect(texts(card).contains(word), "\(word)") }
    for region in card {
      #expect(region.x >= 0 && region.x + region.width <= 1 && region.y >= 0 && region.y + region.height <= 1)
      for other in card where other.name != region.name {
        let isBeside = region.x + region.width <= other.x || other.x + other.width <= region.x
        let isAbove = region.y + region.height <= other.y || other.y + other.height <= region.y
        #expect(isBeside || isAbove, "\(region.name ?? "") lies over \(other.name ?? "")")
      }
    }
  }

  @Test func aCardWithoutPairingHasTheAddressAlone() {
    #expect(regions(whole, SetupDescription(offersPairing: false)) == regions(open))
    #expect(codes(regions(open)).isEmpty && texts(regions(open)).contains("192.168.1.7:8484"))
  }
}
