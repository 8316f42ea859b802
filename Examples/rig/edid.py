"""Makes the EDID of a display: 128 bytes by VESA's E-EDID standard, release A2, with one detailed timing."""

# Pixel clock in kHz; then width, front porch, sync and back porch; then the same for the height. From CTA-861.
TIMINGS = {
    "1280x720@60": (74_250, (1280, 110, 40, 220), (720, 5, 5, 20)),
    "1920x1080@60": (148_500, (1920, 88, 44, 148), (1080, 4, 5, 36)),
}


def make(manufacturer, model, mode):
    """The bytes of a display by a manufacturer of three letters, which has only this mode."""
    letters = [ord(letter) - ord("@") for letter in manufacturer]
    identity = (letters[0] << 10 | letters[1] << 5 | letters[2]).to_bytes(2, "big")
    # Week and year of make, EDID 1.4; HDMI with 8 bits for a colour; 52 cm by 29 cm, gamma 2.2, RGB with a preferred timing.
    head = b"\x00\xff\xff\xff\xff\xff\xff\x00" + identity + bytes([1, 0, 1, 0, 0, 0, 1, 36, 1, 4, 0xA2, 52, 29, 120, 0x02])
    # The colours of sRGB, no established timing and no standard timing.
    colours = bytes.fromhex("ee91a3544c99260f5054") + bytes(3) + b"\x01" * 16
    blocks = detailed(*TIMINGS[mode]) + text(0xFC, model) + b"\x00\x00\x00\x10" + bytes(14) + b"\x00\x00\x00\x10" + bytes(14)
    body = head + colours + blocks + b"\x00"
    return body + bytes([-sum(body) % 256])


def detailed(clock, columns, rows):
    (width, h_front, h_sync, h_back), (height, v_front, v_sync, v_back) = columns, rows
    h_blank, v_blank = h_front + h_sync + h_back, v_front + v_sync + v_back
    return (clock // 10).to_bytes(2, "little") + bytes([
        width & 255, h_blank & 255, width >> 8 << 4 | h_blank >> 8, height & 255, v_blank & 255, height >> 8 << 4 | v_blank >> 8,
        h_front & 255, h_sync & 255, (v_front & 15) << 4 | v_sync & 15, h_front >> 8 << 6 | h_sync >> 8 << 4 | v_front >> 4 << 2 | v_sync >> 4,
        520 & 255, 290 & 255, 520 >> 8 << 4 | 290 >> 8, 0, 0, 0x1E])


def text(tag, words):
    return bytes([0, 0, 0, tag, 0]) + words.encode("ascii")[:13].ljust(13, b"\n" if len(words) > 12 else b" ")
