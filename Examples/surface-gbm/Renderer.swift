import CSurfaceGBM
import DisplayTypes
import KernelModeSetting

/// Draws frames with OpenGL ES: a turning triangle. The red of the background has the frame's number.
final class Renderer {
  /// The card whose memory it draws into; nil if it only draws into memory that it reads back.
  let device: GBMDevice?
  /// The card's number; 0 for none.
  let number: UInt64
  fileprivate let display: EGLDisplay
  private let context: EGLContext
  private let angle: GLint

  /// Opens the card with this number, also while the daemon is its master. Without a card Mesa draws with the CPU.
  init(on number: UInt64) throws {
    self.number = number
    device = number == 0 ? nil : try GBMDevice.forRendering(on: number)
    let pointer = device.map { UnsafeMutableRawPointer($0.pointer) }
    guard let display = surface_gbm_display(pointer), let context = surface_gbm_context(display) else {
      throw Failure("EGL makes no context: \(Self.eglReason)")
    }
    (self.display, self.context) = (display, context)
    // The first row of the memory is the bottom of OpenGL's picture, so the shader turns the picture over.
    let program = glCreateProgram()
    for (kind, text) in [(GL_VERTEX_SHADER, Self.corners), (GL_FRAGMENT_SHADER, Self.colors)] {
      let shader = glCreateShader(GLenum(kind))
      text.withCString { glShaderSource(shader, 1, [$0], nil) }
      glCompileShader(shader)
      glAttachShader(program, shader)
    }
    glBindAttribLocation(program, 0, "corner")
    glLinkProgram(program)
    var isLinked: GLint = 0
    glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
    guard isLinked != 0 else { throw Failure("the driver refuses the shaders") }
    glUseProgram(program)
    angle = glGetUniformLocation(program, "angle")
    glEnableVertexAttribArray(0)
  }

  deinit {
    eglMakeCurrent(display, nil, nil, nil)
    eglDestroyContext(display, context)
    eglTerminate(display)
  }

  /// The driver and the device file, for people.
  var name: String {
    let driver = glGetString(GLenum(GL_RENDERER)).map { String(cString: $0) } ?? "an unknown driver"
    return device.map { "\(driver), on \($0.path)" } ?? driver
  }

  /// Draws a frame into a target, and waits until all its pixels are there.
  func draw(_ frame: UInt64, into target: RenderTarget) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.framebuffer)
    glViewport(0, 0, GLsizei(target.size.width), GLsizei(target.size.height))
    glClearColor(GLfloat(frame & 255) / 255, 0.2, 0.4, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    glUniform1f(angle, GLfloat(frame % 360) * .pi / 180)
    let corners: [GLfloat] = [0, 0.9, 0.78, -0.45, -0.78, -0.45]
    glVertexAttribPointer(0, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, corners)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    // The protocol has no fences: the daemon may scan a buffer out as soon as it gets the frame.
    glFinish()
  }

  /// Copies the pixels of a target into rows of `stride` bytes.
  func read(_ target: RenderTarget, into memory: UnsafeMutableRawPointer, stride: Int) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.framebuffer)
    for row in 0..<target.size.height {
      // `GL_EXT_read_format_bgra`: the words 0xAARRGGBB of the protocol.
      glReadPixels(
        0, GLint(row), GLsizei(target.size.width), 1, GLenum(GL_BGRA_EXT), GLenum(GL_UNSIGNED_BYTE),
        memory + row * stride)
    }
  }

  static var eglReason: String { "EGL error 0x" + String(eglGetError(), radix: 16) }

  private static let corners = """
    attribute vec2 corner;
    uniform float angle;
    varying vec2 place;
    void main() {
      place = corner;
      vec2 turned = mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * corner;
      gl_Position = vec4(turned.x, -turned.y, 0.0, 1.0);
    }
    """
  private static let colors = """
    precision mediump float;
    varying vec2 place;
    void main() { gl_FragColor = vec4(0.5 + 0.5 * place, 1.0, 1.0); }
    """
}

/// Memory into which a renderer draws.
final class RenderTarget {
  let size: PixelSize
  fileprivate var framebuffer: GLuint = 0
  private var renderbuffer: GLuint = 0
  private let renderer: Renderer
  private let image: EGLImage?

  /// Makes a target on a buffer of the card. The target ends before the buffer.
  convenience init(_ buffer: borrowing GBMBuffer, exportedAs descriptor: Int32, on renderer: Renderer) throws {
    let image = surface_gbm_image(
      renderer.display, descriptor, Int32(buffer.size.width), Int32(buffer.size.height), Int32(buffer.stride),
      Int32(buffer.offset))
    guard let image else { throw Failure("EGL does not take the dma-buf: \(Renderer.eglReason)") }
    try self.init(buffer.size, image, on: renderer)
  }

  /// Makes a target whose pixels are read back.
  convenience init(of size: PixelSize, on renderer: Renderer) throws { try self.init(size, nil, on: renderer) }

  private init(_ size: PixelSize, _ image: EGLImage?, on renderer: Renderer) throws {
    (self.size, self.image, self.renderer) = (size, image, renderer)
    glGenRenderbuffers(1, &renderbuffer)
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
    if let image {
      surface_gbm_attach(image)
    } else {
      glRenderbufferStorage(
        GLenum(GL_RENDERBUFFER), GLenum(GL_RGBA8_OES), GLsizei(size.width), GLsizei(size.height))
    }
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glFramebufferRenderbuffer(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
    guard glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw Failure("the driver does not draw into a buffer of \(size.width)x\(size.height)")
    }
  }

  deinit {
    glDeleteFramebuffers(1, &framebuffer)
    glDeleteRenderbuffers(1, &renderbuffer)
    if let image { eglDestroyImage(renderer.display, image) }
  }
}
