// trace-calls: writes which functions of a program are called at all, in the order of their first calls.
//
//   trace-calls LIST OUTPUT PROGRAM [ARGUMENT]…
//
// LIST has an address a line, in hexadecimal, as the program's symbol table has them. A breakpoint stands at each until it is met once, so
// that the program runs at its own pace. x86-64 and Linux only: the order that it finds serves every architecture.
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

struct function {
    uint64_t address;
    int called;
    unsigned char byte;
};
static struct function *functions;
static size_t count;

static int compare(const void *a, const void *b) {
    uint64_t x = ((const struct function *)a)->address, y = ((const struct function *)b)->address;
    return x < y ? -1 : x > y;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void read_list(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) fail(path);
    size_t room = 0;
    uint64_t address;
    while (fscanf(file, "%" SCNx64, &address) == 1) {
        if (count == room && !(functions = realloc(functions, (room = room * 2 + 1024) * sizeof *functions))) fail("memory");
        functions[count++] = (struct function){address, 0, 0};
    }
    fclose(file);
    qsort(functions, count, sizeof *functions, compare);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || functions[kept - 1].address != functions[i].address) functions[kept++] = functions[i];
    count = kept;
}

// Where the kernel has put the program: the first mapping of its file.
static uint64_t base_of(pid_t pid) {
    char path[64], program[4096], line[4096 + 128];
    snprintf(path, sizeof path, "/proc/%d/exe", pid);
    ssize_t length = readlink(path, program, sizeof program - 1);
    if (length < 0) fail(path);
    program[length] = 0;
    snprintf(path, sizeof path, "/proc/%d/maps", pid);
    FILE *maps = fopen(path, "r");
    uint64_t start = 0;
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, program) && sscanf(line, "%" SCNx64, &start) == 1) break;
    if (maps) fclose(maps);
    return start;
}

static unsigned char swap_byte(pid_t pid, uint64_t address, unsigned char byte) {
    uint64_t place = address & ~UINT64_C(7);
    unsigned shift = (address & 7) * 8;
    errno = 0;
    uint64_t word = (uint64_t)ptrace(PTRACE_PEEKTEXT, pid, place, 0);
    if (errno) fail("peek");
    if (ptrace(PTRACE_POKETEXT, pid, place, (word & ~(UINT64_C(0xFF) << shift)) | (uint64_t)byte << shift)) fail("poke");
    return (unsigned char)(word >> shift);
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: trace-calls LIST OUTPUT PROGRAM [ARGUMENT]...\n");
        return 64;
    }
    read_list(argv[1]);
    FILE *output = fopen(argv[2], "w");
    if (!output) fail(argv[2]);
    pid_t child = fork();
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        execv(argv[3], argv + 3);
        fail(argv[3]);
    }
    int status;
    if (waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status)) fail("start");
    ptrace(PTRACE_SETOPTIONS, child, 0,
           PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL);
    uint64_t base = base_of(child);
    for (size_t i = 0; i < count; i++) functions[i].byte = swap_byte(child, base + functions[i].address, 0xCC);
    ptrace(PTRACE_CONT, child, 0, 0);
    // Whoever wants it to end tells the program, not us.
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);

    for (;;) {
        pid_t pid = waitpid(-1, &status, __WALL);
        if (pid < 0) break;
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            if (pid == child) break;
            continue;
        }
        int signal_number = WSTOPSIG(status);
        if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8)) {
            // Another program from here on.
            ptrace(PTRACE_DETACH, pid, 0, 0);
            continue;
        }
        if (signal_number == SIGTRAP && status >> 16 == 0) {
            struct user_regs_struct registers;
            if (ptrace(PTRACE_GETREGS, pid, 0, &registers) == 0) {
                struct function key = {.address = registers.rip - 1 - base};
                struct function *found = bsearch(&key, functions, count, sizeof key, compare);
                if (found) {
                    if (!found->called) fprintf(output, "%" PRIx64 "\n", found->address), fflush(output);
                    found->called = 1;
                    swap_byte(pid, registers.rip - 1, found->byte);
                    registers.rip -= 1;
                    ptrace(PTRACE_SETREGS, pid, 0, &registers);
                    signal_number = 0;
                }
            }
        } else if (signal_number == SIGSTOP || status >> 16 != 0) {
            // A thread or a process that begins, or an event of ours.
            signal_number = 0;
        }
        ptrace(PTRACE_CONT, pid, 0, signal_number);
    }
    fclose(output);
    return 0;
}
