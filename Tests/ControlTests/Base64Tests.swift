import ControlProtocol
import FoundationEssentials
import Testing

@Suite struct Base64Tests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func theVectorsOfTheStandard(bytes: String, text: String) {
    #expect(Base64.encode(Array(bytes.utf8)) == text)
    #expect(Base64.decode(text) == Array(bytes.utf8))
  }

  @Test func everyByteAsFoundationHasIt() {
    for count in 253...256 {
      let bytes = (0..<count).map { UInt8(255 - $0 % 256) }
      #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
  }

  @Test(arguments: ["Z", "Zg", "Zg=", "Zg===", "Zm9v\n", "Zm 9", "Zm-_", "=Zg=", "Zh==", "Zm9=", "====", "Z===", "é=="])
  func invalidTextsAreRefused(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
