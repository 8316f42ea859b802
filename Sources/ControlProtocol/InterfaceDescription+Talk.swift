extension InterfaceDescription {
  /// Talks: their types and methods, each after a comment.
  static let talks = """
    # Where the speaker points, in shares of the slide from 0 to 1.
    type TalkPointer (kind: (pointer, spotlight), x: float, y: float)

    # How long a talk goes on: what had passed at a time of the daemon's monotonic clock, and how long it may take.
    type TalkTimer (
      running: bool,
      elapsedMilliseconds: int,
      durationMilliseconds: ?int,
      monotonicNanoseconds: int
    )

    # A display as a talk sees it. It waits where it was never seen before, and nobody has said that it may show the talk.
    # display names its make, model and serial: another one there is another display on the same connector.
    type TalkScreen (screen: string, state: (shown, waiting, hidden), mode: ?string, display: ?string)

    # A talk. It lives in the daemon and is kept, whoever drives it. page is the slide that the speaker has reached, shownPage the one that
    # the audience sees where nothing covers it. notesHalf is the half of each page that holds the speaker's notes. deckVersion is another
    # one for each file that was read: what was told of slides before does not hold any more. notesVersion names the notes that were set as
    # a whole. What is wrong at present is said by trouble; what was shown stays meanwhile. remark says what has happened by itself, until
    # something is done.
    type Talk (
      identifier: string,
      deck: string,
      deckVersion: ?string,
      title: string,
      page: int,
      shownPage: int,
      pages: int,
      frozen: bool,
      cover: (none, black, white),
      pointer: ?TalkPointer,
      message: ?string,
      code: ?string,
      timer: TalkTimer,
      notesHalf: (none, left, right, top, bottom),
      notesVersion: ?string,
      newScreens: (show, ask),
      screens: []TalkScreen,
      trouble: ?string,
      remark: ?string
    )

    # What is known of a slide beside its picture. The title is that of the document's outline, else the line in the largest letters
    # that most slides do not have. The notes are those of SetTalkNotes, else the annotations of the page, as Markdown, else
    # the words of the half of the page that is not shown; who may only observe gets none.
    type TalkSlide (
      page: int,
      label: string,
      title: string,
      text: string,
      notes: string,
      notesSource: (none, set, annotations, half)
    )

    # The speaker's notes for a slide, as Markdown; an empty text takes them back.
    type TalkNote (page: int, text: string)

    # Notes are a part of a whole, which takes the place of all notes when its last part has come. Parts come in order, from 1.
    type TalkNoteSet (version: string, part: int, parts: int)

    # Begins a talk with the pages of a PDF file (an absolute path) on all external displays, those to come included, or on one. What a
    # display gets that was never seen before is said by newScreens, else by the configuration. One talk at a time: with replace one that
    # is going on ends.
    method StartTalk(
      deck: string,
      page: ?int,
      durationSeconds: ?float,
      screen: ?string,
      newScreens: ?(show, ask),
      notesHalf: ?(none, left, right, top, bottom),
      replace: ?bool,
      noWait: ?bool
    ) -> (talk: Talk, presented: []Presented, note: ?string, hint: ?string)

    # The talk that is going on; null where there is none.
    method GetTalk() -> (talk: ?Talk)

    # Streams the talk: as it is, and again after each change; who reads slowly misses what is old by then. Needs more.
    method WatchTalk() -> (talk: ?Talk)

    # Does something in the talk:
    #   next, previous, first, last, goto (page)     turns to another slide
    #   freeze, black, white (on)                    holds what the audience sees, or covers it; without on the other of the two
    #   pointer, spotlight (x, y), pointerOff        points at a place of the slide
    #   startTimer, pauseTimer, resetTimer           the timer, which the first turn of a page starts too
    #   setDuration (seconds)                        how long the talk may take; zero for as long as it takes
    #   message (text, seconds), code (text)         a text over the slide, or a QR code; an empty one ends it
    #   show (screen)                                has a display show the talk that waits for it
    method ControlTalk(
      action: (next, previous, first, last, goto, freeze, black, white, pointer, spotlight, pointerOff, startTimer, pauseTimer,
        resetTimer, setDuration, message, code, show),
      page: ?int,
      on: ?bool,
      x: ?float,
      y: ?float,
      seconds: ?float,
      text: ?string,
      screen: ?string,
      noWait: ?bool
    ) -> (talk: Talk, presented: []Presented, note: ?string, hint: ?string)

    # What is known of slides beside their pictures: up to 50, from the first on.
    method TalkSlides(first: ?int, count: ?int) -> (pages: int, slides: []TalkSlide)

    # Sets the speaker's notes for some slides; those of others stay. It is kept when this is answered. 512 KiB a talk. With set they are a
    # part of all notes that there are to be: who loses the connection before the last part was answered sends them again from the first,
    # unless notesVersion says that they are there. With talk they are for the talk of that identifier: while another goes on this fails.
    method SetTalkNotes(notes: []TalkNote, set: ?TalkNoteSet, talk: ?string) -> ()

    # A picture of a slide, or of the half of its page that holds the notes, at most so large, as a PNG file in base64. That of notes is for
    # the access control only.
    method TalkPicture(page: int, part: ?(slide, notes), width: int, height: int) -> (
      page: int,
      width: int,
      height: int,
      png: string
    )

    # Ends the talk: its displays show again what they showed before.
    method EndTalk(noWait: ?bool) -> (presented: []Presented, note: ?string)

    """
}
