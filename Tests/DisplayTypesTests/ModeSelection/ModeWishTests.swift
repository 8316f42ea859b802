import DisplayTypes
import Testing

@Suite struct ModeWishTests {
  @Test(
    "the canonical text reads back as the same wish",
    arguments: [
      ("1920x1080@59.94", "1920x1080@59.94"), ("3840x2160", "3840x2160"), ("1920x1080i@60", "1920x1080i@60"),
      ("720x480@59.94 4:3", "720x480@59.94 4:3"), ("preferred", "preferred"), ("highest", "highest"),
      ("Highest@60", "highest@60"), ("preferred 16:9", "preferred 16:9"), ("max 1920x1080", "highest <=1920x1080"),
      ("<=60", "highest <=60"), ("1080p", "1920x1080"), ("720p50", "1280x720@50"), ("4K@59.94", "3840x2160@59.94"),
      ("2160p <=60", "3840x2160 <=60"), ("1440p", "2560x1440"), ("1080i60", "1920x1080i@60"),
      ("<=1080p@60", "highest <=1920x1080@60"), ("highest <=1920x1080@60", "highest <=1920x1080@60"),
      ("preferred <= 60Hz <=1920x1200", "preferred <=1920x1200@60"), ("1024x768@60 #2", "1024x768@60 #2"),
      ("720x480@59.94 4:3 #3", "720x480@59.94 4:3 #3"), ("1920×1080p@60.00", "1920x1080@60.00"),
      ("1920X1080@23.976Hz", "1920x1080@23.976"), ("4096x2160@24 256:135", "4096x2160@24 256:135"),
      ("  640x480\t@".replacingAt, "640x480"), ("1920x1080@0.05", "1920x1080@0.05"),
      ("3840x2160 <=30", "3840x2160 <=30"),
    ])
  func roundTrip(text: String, canonical: String) throws {
    let wish = try ModeWish(text)
    #expect(wish.description == canonical)
    #expect(try ModeWish(wish.description) == wish)
  }

  @Test(
    "a malformed wish is refused with the error and the expected form",
    arguments: [
      ("", "the mode is empty"), ("1081p", "\"1081p\" is no size"), ("1080psixty", "\"sixty\" is no refresh"),
      ("1080p60@60", "two refreshes"), ("1920x", "\"1920x\" is no size"),
      ("1920x1080@", "\"\" is no refresh"), ("1920x1080@sixty", "\"sixty\" is no refresh"),
      ("1920x-1080", "\"1920x-1080\" is no size"),
      ("0x0", "\"0x0\" is no size"), ("99999x1080", "\"99999x1080\" is no size"),
      ("1920x1080@60 nice", "\"nice\" is not allowed after a mode"),
      ("1920x1080 4:3 16:9", "two picture aspects"), ("1920x1080 4:0", "\"4:0\" is no picture aspect"),
      ("highest <=", "has no value"), ("max", "has no value"), ("highest <=60 <=50", "two limits of refresh"),
      ("<=10x10 <=20x20", "two limits of size"), ("preferred@60", "\"preferred\" takes no refresh"),
      ("preferred #2", "\"#2\" names no mode"), ("1920x1080 #1", "\"#1\" names no mode"),
      ("1920x1080@60.0000", "is no refresh"),
      ("1920x1080@99999999999999999999", "is no refresh"), ("99999999999999999999x1", "is no size"),
      (String(repeating: "9", count: 100_000), "too long"),
    ])
  func malformed(text: String, problem: String) {
    let error = #expect(throws: ModeWishError.self) { try ModeWish(text) }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("expected WIDTHxHEIGHT") == true)
    #expect((error?.description.utf8.count ?? 0) < 700)
  }

  @Test(
    "a rounded refresh rate matches all rates that round to it, an exact one only itself",
    arguments: [
      ("60", 60_000, true), ("60", 59_940, true), ("60", 60_317, true), ("60", 59_887, true), ("60", 61_000, false),
      ("60", 50_000, false), ("120", 119_880, true), ("24", 23_976, true), ("24", 25_000, false),
      ("59.94", 59_940, true),
      ("59.94", 60_000, false), ("60.00", 59_940, false), ("60.00", 60_004, true), ("23.976", 23_976, true),
      ("59.9", 59_940, true), ("59.9", 60_000, false),
    ])
  func refreshTolerance(text: String, millihertz: Int, fits: Bool) throws {
    let refresh = try #require(WishedRefresh(text))
    #expect((refresh.distance(to: millihertz) != nil) == fits)
  }

  @Test("absurd refresh numbers overflow nothing", arguments: [Int.min, -1, Int.max])
  func absurdRefresh(millihertz: Int) throws {
    #expect(try #require(WishedRefresh("60")).distance(to: millihertz) == nil)
    #expect(WishedRefresh(millihertz: millihertz, decimals: millihertz).description.isEmpty == false)
  }

  @Test("every mode's own name is a wish for exactly that mode")
  func everyName() throws {
    let twins = [mode(1024, 768, 60), mode(1024, 768, 60, extra: 8), mode(1024, 768, 60, extra: 16)]
    for modes in [ModeLists.television, ModeLists.interlacedOnly, ModeLists.gaming, ModeLists.portrait, twins] {
      let names = ModeNames(of: modes)
      for mode in modes {
        let found = ModeSelector.modes(for: try ModeWish(names[mode]), in: modes)
        #expect(found.first == mode, "\(names[mode])")
      }
    }
  }
}

extension String {
  /// The text without the `@` at its end.
  fileprivate var replacingAt: String { hasSuffix("@") ? String(dropLast()) : self }
}
