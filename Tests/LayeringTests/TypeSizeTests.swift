import Testing

/// No type is too large to be understood in one reading: its files may be many, it is still one thing.
struct TypeSizeTests {
  private static let mostLines = 600
  private static let mostProperties = 15
  private static let targets: Set = ["Scenes", "Content", "SimulatedBackend", "marqueed"]

  @Test func noTypeIsTooLarge() throws {
    let sizes = TypeSize.joined(TypeSize.all(in: try Checkout.sources().filter { Self.targets.contains($0.target) }))
    #expect(sizes.count > 300)
    for (name, size) in sizes.sorted(by: { $0.key < $1.key }) {
      #expect(size.lines <= Self.mostLines, "\(name) has \(size.lines) lines: divide it")
      #expect(
        size.isRecord || size.properties <= Self.mostProperties, "\(name) has \(size.properties) stored properties")
    }
  }

  @Test func linesOfAllFilesAreCounted() {
    let sizes = Self.sizes("struct A {\n  func f() {\n  }\n}\n", "extension A {\n}\n\nextension A: B { }\n")
    #expect(sizes["A"]?.lines == 7)
    #expect(sizes["A"]?.isRecord == false)
  }

  @Test(arguments: [
    ("let a = 1\n  private(set) var b: Int", 2), ("var a: Int { 1 }", 0), ("var a: [Int: String] {\n    [:]\n  }", 0),
    ("var a = 1 {\n    didSet { f() }\n  }", 1), ("var a: Int {\n    willSet { f() }\n  }", 1),
    ("static let a = 1\n  static var b: Int { 1 }", 0), ("lazy var a = { let b = 1; return b }()", 1),
    ("var a: (Int, (Int) -> Void) = x\n  weak var b: C?", 2), ("var a: D<Int, E<Int>>, b: Int", 2),
    ("var a: (\n    Int, Int\n  )", 1), ("func f() {\n    let a = 1\n    var b = 2\n  }", 0),
    ("init() {\n    let a = 1\n  }\n  subscript(a: Int) -> Int { 1 }", 0),
    ("// let a = 1\n  let b = \"let c = 1\"", 1), ("struct Inner { let a = 1 }", 0), ("let struct1 = A.class", 1),
  ])
  func storedPropertiesAreCounted(body: String, count: Int) {
    #expect(Self.sizes("final class A<B: C>: D {\n  \(body)\n}\n")["A"]?.properties == count)
  }

  @Test func nestedTypesCountForThemselves() {
    let sizes = Self.sizes(
      "enum A {\n  struct B: C {\n    let a = 1\n    var b: Int { a }\n  }\n}\n\nextension A.B {\n  init(_ c: Int) {}\n}\n"
    )
    #expect(sizes["A.B"] == TypeSize(lines: 7, properties: 1, isStruct: true, hasMethods: false, isValue: true))
    #expect(sizes["A"]?.lines == 6)
    #expect(sizes["A.B"]?.isRecord == true)
  }

  @Test func aWordOfAnotherMeaningDeclaresNothing() {
    #expect(Self.sizes("f { actor in actor.start() }\nlet a = B.self\nclass func c() {}\n") == [:])
  }

  @Test func aTypeWithOnlyAnUnownedReferenceCountsForTheTypeBehindIt() {
    let sizes = TypeSize.joined(
      Self.sizes(
        "final class A {\n  let a = 1\n}\n", "struct B {\n  private unowned let a: A\n  func f() {}\n}\n",
        "final class C {\n  private unowned let a: A\n  let b = 1\n}\n"))
    #expect(sizes["A"]?.lines == 7)
  }

  @Test func fieldsOfAPartWithoutMethodsCountForItsHolder() {
    let sizes = TypeSize.joined(
      Self.sizes(
        "struct Part {\n  var a = 1\n  var b = 2\n}\nnonisolated struct Value {\n  let a = 1\n  let b = 2\n}\n",
        "struct Machine {\n  var a = 1\n  var b = 2\n  mutating func f() {}\n}\n",
        "final class A {\n  var part = Part()\n  var other: Part?\n  let value: Value\n  var machine = Machine()\n}\n"))
    #expect(sizes["A"]?.properties == 6)
  }

  private static func sizes(_ sources: String...) -> [String: TypeSize] {
    TypeSize.all(in: sources.map { SourceFile(target: "T", path: "Sources/T/T.swift", source: $0) })
  }
}
