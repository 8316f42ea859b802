import DisplayTypes
import Testing

@testable import EDID

@Suite struct PhysicalSizeChoiceTests {
  private func choose(_ detailed: (Int, Int)?, _ centimeters: (Int, Int)) -> PhysicalSize? {
    PhysicalSizeChoice.choose(
      detailed: detailed.map { PhysicalSize(widthMillimeters: $0.0, heightMillimeters: $0.1) },
      widthCentimeters: centimeters.0, heightCentimeters: centimeters.1)
  }

  @Test("millimetres that agree with the centimetres are finer") func agreeing() {
    #expect(choose((527, 296), (53, 30)) == PhysicalSize(widthMillimeters: 527, heightMillimeters: 296))
    #expect(choose((527, 296), (0, 0)) == PhysicalSize(widthMillimeters: 527, heightMillimeters: 296))
  }

  @Test("centimetres are used if the millimetres are missing, are centimetres or are pixels") func disagreeing() {
    let size = PhysicalSize(widthMillimeters: 1150, heightMillimeters: 650)
    #expect(choose(nil, (115, 65)) == size)
    #expect(choose((0, 0), (115, 65)) == size)
    #expect(choose((115, 65), (115, 65)) == size)
    #expect(choose((1280, 720), (115, 65)) == size)
  }

  @Test(
    "a size that only describes the shape is ignored",
    arguments: [(16, 9), (160, 90), (1600, 900), (16, 10), (4, 3), (40, 30)])
  func shapes(width: Int, height: Int) {
    #expect(choose((width, height), (0, 0)) == nil)
    #expect(choose((width, height), (16, 9)) == nil)
    #expect(choose((width, height), (70, 39)) == PhysicalSize(widthMillimeters: 700, heightMillimeters: 390))
  }

  @Test("an incomplete size is ignored") func half() {
    #expect(choose((527, 0), (0, 30)) == nil)
  }
}
