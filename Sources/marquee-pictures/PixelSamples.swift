/// What a byte is as red, green or blue of a pixel: looked up faster than it is converted.
@safe final class PixelSamples {
  let red: UnsafeMutablePointer<SIMD4<Float>>
  let green: UnsafeMutablePointer<SIMD4<Float>>
  let blue: UnsafeMutablePointer<SIMD4<Float>>

  init() {
    unsafe red = .allocate(capacity: 256)
    unsafe green = .allocate(capacity: 256)
    unsafe blue = .allocate(capacity: 256)
    for value in 0..<256 {
      unsafe red[value] = SIMD4(Float(value), 0, 0, 0)
      unsafe green[value] = SIMD4(0, Float(value), 0, 0)
      unsafe blue[value] = SIMD4(0, 0, Float(value), 0)
    }
  }

  deinit {
    unsafe red.deallocate()
    unsafe green.deallocate()
    unsafe blue.deallocate()
  }
}
