import ContentModel
import DisplayTypes
import Testing

/// The names of videos on slides, with their options.
@Suite struct SlideVideoTests {
  @Test(arguments: [
    ("clip.mp4", "clip.mp4", false, false), ("clip.mp4?autostart", "clip.mp4", true, false),
    ("clip.mp4?autostart&loop&noprogress", "clip.mp4", true, true), ("why?.mp4", "why?.mp4", false, false),
    ("why?.mp4?loop", "why?.mp4", false, true), ("clip.mp4?start=soon", "clip.mp4?start=soon", false, false),
    ("clip.mp4?", "clip.mp4?", false, false), ("?loop", "", false, true),
    ("clip.mp4?sound=a b", "clip.mp4?sound=a b", false, false),
  ])
  func theWordsAfterTheLastQuestionMarkAreOptionsIfAllAreKnown(text: String, name: String, starts: Bool, loops: Bool) {
    let video = SlideVideo(text)
    #expect(video.name == name)
    #expect(video.options.startsWithSlide == starts)
    #expect(video.options.loops == loops)
  }

  @Test func aPartAndTheSoundAreRead() {
    let options = SlideVideo("clip.mp4?start=1.5&stop=90&noaudio").options
    #expect(options.fromMilliseconds == 1500)
    #expect(options.toMilliseconds == 90_000)
    #expect(options.sound == .off)
    #expect(SlideVideo("clip.mp4").options.sound == .display)
    #expect(SlideVideo("clip.mp4?sound=plughw:1").options.sound == .named("plughw:1"))
    // An end before the beginning is no end.
    #expect(SlideVideo("clip.mp4?start=5&stop=3").options.toMilliseconds == nil)
    #expect(SlideVideo("clip.mp4?start=nan").options.fromMilliseconds == nil)
  }
}
