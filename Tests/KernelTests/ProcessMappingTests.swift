import Testing
import VirtualMachine

/// Needs no machine.
struct ProcessMappingTests {
  private let smaps = """
    5635dfb05000-5635e0b63000 r-xp 00000000 00:1c 11078141                   /marquee/build/marqueed
    Size:              16760 kB
    KernelPageSize:        4 kB
    Pss:                9436 kB
    Pss_Dirty:             0 kB
    VmFlags: rd ex mr mw me
    7f80c1d11000-7f80c24fb000 rw-p 00000000 00:00 0
    Size:               8104 kB
    Pss:                8100 kB
    7f80c0b38000-7f80c0d3f000 r--s 00000000 00:01 1052                       /memfd:a name (deleted)
    Size:               2076 kB
    Pss:                2076 kB
    """

  @Test func everyMappingHasItsNameAndSizes() throws {
    let mappings = ProcessMapping.list(smaps)
    #expect(mappings.map(\.name) == ["/marquee/build/marqueed", "", "/memfd:a name (deleted)"])
    #expect(mappings.map(\.access) == ["r-xp", "rw-p", "r--s"])
    #expect(mappings.map(\.sizeKibibytes) == [16760, 8104, 2076])
    #expect(mappings.map(\.proportionalKibibytes) == [9436, 8100, 2076])
  }
}
