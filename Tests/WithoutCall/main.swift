// without-call CALL PROGRAM ARGUMENTS…: runs the program in place of this one, on a kernel that seems to lack a call.
//
// For `seccomp` this is a kernel without filters, so prctl(PR_SET_SECCOMP) has none either.
import CSeccomp
import Glibc

func fail(_ what: String) -> Never {
  let line = "without-call: \(what)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  exit(2)
}

let words = CommandLine.arguments
guard words.count > 2 else { fail("usage: without-call CALL PROGRAM ARGUMENTS…") }
guard let filter = seccomp_init(marquee_seccomp_allow()) else { fail("there is no memory") }
// SCMP_ACT_ERRNO
let call = seccomp_syscall_resolve_name(words[1])
guard call >= 0, seccomp_rule_add_array(filter, 0x0005_0000 | UInt32(ENOSYS), call, 0, nil) == 0 else {
  fail("\(words[1]): this machine has no such call")
}
if words[1] == "seccomp" {
  // PR_SET_SECCOMP
  var argument = scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: 22, datum_b: 0)
  guard
    seccomp_rule_add_array(filter, 0x0005_0000 | UInt32(EINVAL), seccomp_syscall_resolve_name("prctl"), 1, &argument)
      == 0
  else { fail("prctl cannot be filtered") }
}
guard seccomp_load(filter) == 0 else { fail("the filter cannot be loaded") }
var arguments = words.dropFirst(2).map { strdup($0) } + [nil]
execv(words[2], &arguments)
fail("\(words[2]) cannot be started: errno \(errno)")
