internal import CSeat
internal import Glibc

/// The virtual terminal of this process, on which a person reads and types while other screens show pictures.
///
/// A seat manager turns off the text and the keyboard of the terminal, because most of its clients draw on all screens.
struct TextConsole: ~Copyable {
  private let descriptor: Int32
  private let keyboardMode: Int32

  /// Make it before the seat opens. Nil if the process has no virtual terminal, or if the terminal shows no text.
  init?() {
    let descriptor = unsafe Glibc.open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    var (mode, keyboardMode): (Int32, Int32) = (0, 0)
    guard unsafe marquee_console_mode(descriptor, &mode) == 0, mode == KD_TEXT,
      unsafe marquee_keyboard_mode(descriptor, &keyboardMode) == 0
    else {
      Glibc.close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.keyboardMode = keyboardMode
  }

  deinit { Glibc.close(descriptor) }

  /// Turns text and keyboard on again. If the terminal is active, the kernel shows the text on all screens of the card, so this precedes the
  /// first modeset.
  func restore() {
    _ = marquee_set_console_mode(descriptor, KD_TEXT)
    _ = marquee_set_keyboard_mode(descriptor, keyboardMode)
  }

  /// Shows the text on all screens of the card again, after the last picture.
  func redraw() {
    // The kernel does that only if the mode changes (fbcon_blank).
    _ = marquee_set_console_mode(descriptor, KD_GRAPHICS)
    restore()
  }
}
