internal import CXKBCommon
internal import ContentModel

/// The names of a keyboard layout, as in `/etc/default/keyboard`.
struct KeyboardLayout: Hashable {
  var layout = "us"
  var variant = ""
  var model = ""
  var options = ""

  /// The layout of the machine, from `/etc/default/keyboard`; `us` without that file.
  static var system: KeyboardLayout {
    guard let bytes = try? ConfigurationFile.read("/etc/default/keyboard", sample: "") else { return KeyboardLayout() }
    return KeyboardLayout(file: String(decoding: bytes, as: UTF8.self))
  }

  init(layout: String = "us", variant: String = "") {
    self.layout = layout
    self.variant = variant
  }

  /// Reads lines such as `XKBLAYOUT="de"`.
  init(file: String) {
    for line in file.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = String(parts[1].filter { $0 != "\"" && $0 != "'" })
      switch parts[0] {
      case "XKBLAYOUT": layout = value.isEmpty ? "us" : value
      case "XKBVARIANT": variant = value
      case "XKBMODEL": model = value
      case "XKBOPTIONS": options = value
      default: break
      }
    }
  }
}

/// The texts of keys in a keyboard layout, by libxkbcommon: modifiers, locks, dead keys and compose sequences of all keyboards together.
@safe final class KeyTexts {
  private let context: OpaquePointer
  private let keymap: OpaquePointer
  private let state: OpaquePointer
  /// Nil if the files with the compose sequences are not installed. Dead keys then type nothing.
  private let compose: OpaquePointer?
  private let numLock: Bool
  /// The held keys in the order of their presses; a key that two keyboards hold is there twice.
  private var held: [KeyCode] = []

  /// Nil if the layout is unknown, or if the package `xkb-data` is missing.
  ///
  /// - Parameter numLock: whether Num Lock is on at the start.
  /// - Parameter former: the texts that these replace. Their held keys stay held and their locks stay on; a changed `numLock` counts.
  init?(_ layout: KeyboardLayout, numLock: Bool = true, replacing former: KeyTexts? = nil) {
    guard let context = unsafe xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
    unsafe xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    let keymap = unsafe layout.model.withCString { model in
      unsafe layout.layout.withCString { name in
        unsafe layout.variant.withCString { variant in
          unsafe layout.options.withCString { options in
            var names = unsafe xkb_rule_names(
              rules: nil, model: model, layout: name, variant: variant, options: options)
            return unsafe xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
          }
        }
      }
    }
    guard let keymap = unsafe keymap, let state = unsafe xkb_state_new(keymap) else {
      unsafe xkb_keymap_unref(keymap)
      unsafe xkb_context_unref(context)
      return nil
    }
    unsafe self.context = context
    unsafe self.keymap = keymap
    unsafe self.state = state
    self.numLock = numLock
    // The sequences of this locale are the usual ones. A service has no locale of its own.
    let table = unsafe xkb_compose_table_new_from_locale(context, "en_US.UTF-8", XKB_COMPOSE_COMPILE_NO_FLAGS)
    unsafe compose = table.flatMap { unsafe xkb_compose_state_new($0, XKB_COMPOSE_STATE_NO_FLAGS) }
    unsafe xkb_compose_table_unref(table)
    held = former?.held ?? []
    for code in held { unsafe xkb_state_update_key(state, Self.number(code), XKB_KEY_DOWN) }
    let num = mask(XKB_MOD_NAME_NUM)
    var locked =
      former.map { unsafe xkb_state_serialize_mods($0.state, XKB_STATE_MODS_LOCKED) & Self.realModifiers } ?? 0
    if former?.numLock != numLock { locked = numLock ? locked | num : locked & ~num }
    let layout = former.map { unsafe xkb_state_serialize_layout($0.state, XKB_STATE_LAYOUT_LOCKED) } ?? 0
    // The keys come first: the release of a lock key that is held would otherwise end its lock.
    let base = unsafe xkb_state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED)
    unsafe xkb_state_update_mask(state, base, 0, locked, 0, 0, layout)
  }

  /// Shift, Lock, Control and Mod1 to Mod5, which have these bits in each layout.
  private static let realModifiers: xkb_mod_mask_t = 0xff

  private func mask(_ modifier: String) -> xkb_mod_mask_t {
    let index = unsafe xkb_keymap_mod_get_index(keymap, modifier)
    return index < 8 ? 1 << index : 0
  }

  deinit {
    unsafe xkb_compose_state_unref(compose)
    unsafe xkb_state_unref(state)
    unsafe xkb_keymap_unref(keymap)
    unsafe xkb_context_unref(context)
  }

  /// Whether a held key types its text again and again.
  func repeats(_ code: KeyCode) -> Bool { unsafe xkb_keymap_key_repeats(keymap, Self.number(code)) != 0 }

  /// Records a pressed key. Returns its text; nil if it types none, or if more keys of a sequence have to follow.
  func press(_ code: KeyCode) -> String? {
    let key = Self.number(code)
    held.append(code)
    defer { unsafe xkb_state_update_key(state, key, XKB_KEY_DOWN) }
    let symbol = unsafe xkb_state_key_get_one_sym(state, key)
    if let compose = unsafe compose, unsafe xkb_compose_state_feed(compose, symbol) == XKB_COMPOSE_FEED_ACCEPTED {
      switch unsafe xkb_compose_state_get_status(compose) {
      case XKB_COMPOSE_COMPOSED:
        defer { unsafe xkb_compose_state_reset(compose) }
        return unsafe Self.text { unsafe xkb_compose_state_get_utf8(compose, $0, $1) }
      case XKB_COMPOSE_COMPOSING: return nil
      case XKB_COMPOSE_CANCELLED:
        unsafe xkb_compose_state_reset(compose)
        return nil
      default: break
      }
    }
    // These keys are commands, and type nothing.
    for modifier in [XKB_MOD_NAME_CTRL, XKB_MOD_NAME_ALT, XKB_MOD_NAME_LOGO]
    where unsafe xkb_state_mod_name_is_active(state, modifier, XKB_STATE_MODS_EFFECTIVE) == 1 {
      return nil
    }
    return unsafe Self.text { unsafe xkb_state_key_get_utf8(state, key, $0, $1) }
  }

  /// Records a released key.
  func release(_ code: KeyCode) {
    if let index = held.firstIndex(of: code) { held.remove(at: index) }
    unsafe xkb_state_update_key(state, Self.number(code), XKB_KEY_UP)
  }

  /// XKB counts the kernel's keys from 8.
  private static func number(_ code: KeyCode) -> UInt32 { code.rawValue &+ 8 }

  /// Reads a text. Control characters, such as those of Enter and Backspace, are no text.
  private static func text(_ read: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> String? {
    let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer -> String in
      guard let base = buffer.baseAddress else { return "" }
      let count = unsafe read(base, buffer.count)
      guard count > 0, Int(count) < buffer.count else { return "" }
      return unsafe String(cString: base)
    }
    let isControl = { (scalar: Unicode.Scalar) in scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) }
    return text.isEmpty || text.unicodeScalars.contains(where: isControl) ? nil : text
  }
}
