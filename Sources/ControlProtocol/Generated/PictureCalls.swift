// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Asks for a small picture of a scene: its current picture, or its last.
public struct SnapshotCall: ControlParameters, Hashable {
  public typealias Reply = SnapshotReply
  public static var method: ControlMethod { .snapshot }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier.
  public var session: String
  /// Whether to refuse a picture that gives its viewer more access, as one with a code for pairing; by default for
  /// callers that may only observe.
  public var lookingOn: Bool?

  public init(session: String, lookingOn: Bool? = nil) {
    self.session = session
    self.lookingOn = lookingOn
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, lookingOn
  }
}

/// Answers `Snapshot`.
public struct SnapshotReply: ControlReply, Hashable {
  /// The session's identifier.
  public var session: String
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// The picture as a PNG file, in base64.
  public var png: String

  public init(session: String, width: Int, height: Int, png: String) {
    self.session = session
    self.width = width
    self.height = height
    self.png = png
  }
}

/// Asks for a small picture of a file of contents, without showing it.
public struct FilePictureCall: ControlParameters, Hashable {
  public typealias Reply = FilePictureReply
  public static var method: ControlMethod { .filePicture }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The path of a picture file, of a PDF file, of which the first page is drawn, or of a video.
  public var file: String
  /// The most pixels of its longer side.
  public var longestSide: Int

  public init(file: String, longestSide: Int) {
    self.file = file
    self.longestSide = longestSide
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case file, longestSide
  }
}

/// Answers `FilePicture`.
public struct FilePictureReply: ControlReply, Hashable {
  /// The file's path.
  public var file: String
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// The picture as a PNG file, in base64.
  public var png: String
  /// The parts of the file that are not shown, such as pictures to which a drawing refers; nil if all of it is.
  public var note: String?

  public init(file: String, width: Int, height: Int, png: String, note: String? = nil) {
    self.file = file
    self.width = width
    self.height = height
    self.png = png
    self.note = note
  }

  enum CodingKeys: String, CodingKey {
    case file, width, height, png, note
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encode(png, forKey: .png)
    try container.encode(note, forKey: .note)
  }
}

/// Asks for the picture on a screen.
public struct ScreenshotCall: ControlParameters, Hashable {
  public typealias Reply = ScreenshotReply
  public static var method: ControlMethod { .screenshot }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The most pixels of its longer side, for a small picture that is drawn from layers; nil for the frame that is on
  /// the screen.
  public var longestSide: Int?
  /// Whether to refuse a picture that gives its viewer more access, as one with a code for pairing; by default for
  /// callers that may only observe.
  public var lookingOn: Bool?
  /// Whether to turn the picture of a rotated screen as people see it; nil for the order of the screen's pixels.
  public var upright: Bool?

  public init(screen: String, longestSide: Int? = nil, lookingOn: Bool? = nil, upright: Bool? = nil) {
    self.screen = screen
    self.longestSide = longestSide
    self.lookingOn = lookingOn
    self.upright = upright
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, longestSide, lookingOn, upright
  }
}

/// Answers `Screenshot`.
public struct ScreenshotReply: ControlReply, Hashable {
  /// The screen's name.
  public var screen: String
  /// The source of the picture.
  public var source: ScreenshotSource
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// The frame's number on that screen.
  public var sequence: UInt64
  /// A hash of the frame's pixels, as in `PresentedFrame`; empty if some of them are private.
  public var frame: String
  /// The picture as a PNG file, in base64.
  public var png: String

  public init(
    screen: String, source: ScreenshotSource, width: Int, height: Int, sequence: UInt64, frame: String, png: String
  ) {
    self.screen = screen
    self.source = source
    self.width = width
    self.height = height
    self.sequence = sequence
    self.frame = frame
    self.png = png
  }
}

/// The source of a screenshot.
public enum ScreenshotSource: String, Codable, Hashable, Sendable, CaseIterable {
  /// The daemon's own framebuffer: the picture that it asked the device to show.
  case framebuffer
  /// The picture was drawn for the screenshot: no display is connected, or a small picture was asked for.
  case layers

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "source")
  }
}
