import ControlProtocol
import Testing

@testable import marqueed

/// Notes in parts from several clients at once.
@Suite struct TalkNotesUploadsTests {
  private var gatherings = TalkNotesUploads()

  /// Sends one of two parts. Returns whether the notes are complete, or nil if it was refused.
  private mutating func send(_ part: Int, of version: String) -> Bool? {
    let set = TalkNoteSet(version: version, part: part, parts: 2)
    guard let gathering = gatherings.adding([TalkNoteInfo(page: part, text: version)], of: set) else { return nil }
    gatherings.keep(gathering, of: set)
    return gathering.isWhole
  }

  @Test mutating func aRestartedUploadOfTheSameNotesCompletesOnce() {
    #expect(send(1, of: "a") == false)
    #expect(send(1, of: "a") == false)
    #expect(send(2, of: "a") == true)
    #expect(send(2, of: "a") == nil)
  }

  @Test mutating func othersGoOnBesideIt() {
    #expect(send(1, of: "a") == false)
    #expect(send(1, of: "b") == false)
    #expect(send(2, of: "a") == true)
    #expect(send(2, of: "b") == true)
  }

  @Test mutating func ofMoreThanAFewTheOldestBeginsAgain() {
    for number in 0...TalkNotesUploads.most { #expect(send(1, of: "\(number)") == false) }
    #expect(send(2, of: "0") == nil)
    #expect(send(2, of: "1") == true)
  }
}
