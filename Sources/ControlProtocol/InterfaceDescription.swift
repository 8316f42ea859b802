/// The definition of `org.marquee.Display` in Varlink's own notation.
///
/// The same text as `org.marquee.Display.varlink` beside this file, which is installed for other programs; a test compares
/// the two. It is a constant, so that the daemon needs no file at run time.
public enum InterfaceDescription {
  /// The interface's name.
  public static let name = "org.marquee.Display"

  /// The definition.
  public static let text = [preface, types, contents, methods, talks, errors].joined(separator: "\n")

  private static let preface = """
    # Marquee: the right picture on every connected display.
    #
    # Calls that change a picture are answered after the flip that shows the change, unless noWait is true. Access: observe
    # suffices to look, control is needed to change pictures, admin for Reload and Simulate. A request is at most 64 KiB long.
    interface org.marquee.Display

    """
}
