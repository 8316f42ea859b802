/// The kind of a digital input (EDID 1.4 section 3.6.1).
public enum DigitalInterface: Int, Hashable, Sendable {
  case dvi = 1
  case hdmiA
  case hdmiB
  case mddi
  case displayPort
}
