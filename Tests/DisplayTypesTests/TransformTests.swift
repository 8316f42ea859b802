import DisplayTypes
import Testing

@Suite struct TransformTests {
  @Test(
    "names are read",
    arguments: [
      ("0", Transform.normal), ("normal", .normal), ("90", .rotated90), ("180", .rotated180), ("270", .rotated270),
      ("flipped", .flipped), ("flipped-0", .flipped), ("flipped-90", .flipped90), ("flipped-180", .flipped180),
      ("flipped-270", .flipped270),
    ])
  func names(name: String, transform: Transform) {
    #expect(Transform(name: name) == transform)
  }

  @Test("other names are refused", arguments: ["", "45", "-90", "90 ", "Flipped", "flipped-45", "360"])
  func wrongNames(name: String) {
    #expect(Transform(name: name) == nil)
  }

  @Test("a quarter turn carries the picture's top left corner counter-clockwise")
  func corners() {
    func corner(_ transform: Transform) -> [Double] {
      let point = transform.map(x: 0, y: 0)
      return [point.x, point.y]
    }
    #expect(corner(.normal) == [0, 0])
    #expect(corner(.rotated90) == [0, 1])
    #expect(corner(.rotated180) == [1, 1])
    #expect(corner(.rotated270) == [1, 0])
    #expect(corner(.flipped) == [1, 0])
    #expect(corner(.flipped90) == [0, 0])
    #expect(corner(.flipped180) == [0, 1])
    #expect(corner(.flipped270) == [1, 1])
  }

  @Test("each turn is the one before, turned once more")
  func turns() {
    let plain: [Transform] = [.normal, .rotated90, .rotated180, .rotated270, .normal]
    let mirrored: [Transform] = [.flipped, .flipped90, .flipped180, .flipped270, .flipped]
    for chain in [plain, mirrored] {
      for (transform, next) in zip(chain, chain.dropFirst()) {
        let point = transform.map(x: 0.25, y: 0.125)
        let turned = Transform.rotated90.map(x: point.x, y: point.y)
        let expected = next.map(x: 0.25, y: 0.125)
        #expect(turned.x == expected.x && turned.y == expected.y, "\(next)")
      }
    }
  }

  @Test("all eight differ, and quarter turns exchange the axes")
  func distinct() {
    let images = Set(Transform.allCases.map { "\($0.map(x: 0.25, y: 0.125))" })
    #expect(images.count == 8)
    for transform in Transform.allCases {
      let moved = transform.map(x: 1, y: 0).x - transform.map(x: 0, y: 0).x
      #expect((moved == 0) == transform.swapsAxes)
    }
  }
}
