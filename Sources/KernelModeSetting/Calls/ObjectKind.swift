/// The kinds of objects whose properties can be read and set (`DRM_MODE_OBJECT_*` in drm_mode.h).
package enum ObjectKind: UInt32, Sendable {
  case crtc = 0xcccc_cccc
  case connector = 0xc0c0_c0c0
  case plane = 0xeeee_eeee
}
