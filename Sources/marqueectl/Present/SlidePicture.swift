import ControlProtocol

/// Which picture is wanted: what of which slide, at most how large in pixels.
struct SlidePicture: Hashable {
  var page: Int
  var part: TalkPart
  var width: Int
  var height: Int

  var call: TalkPictureCall { TalkPictureCall(page: page, part: part, width: width, height: height) }
}
