/*
 * Counters in a shared file that any process may read, and a log of the important calls.
 * To count an allocation increments one slot that belongs to the thread.
 */
#include "shim.h"
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { thread_capacity = 128 };

/* Little-endian, as it lies in the file. README.md has the same. */
struct shared {
	char names[64][24];
	_Atomic uint64_t calls[64];
	_Atomic uint64_t next_thread;
	struct {
		uint64_t process, thread;
		uint64_t allocations;
	} threads[thread_capacity];
};

static struct shared *shared;
static int log_file = -1;
static __thread uint64_t *allocations __attribute__((tls_model("initial-exec")));

static int open_beside(const char *control, const char *suffix, int flags)
{
	char path[512];

	snprintf(path, sizeof path, "%s%s", control, suffix);
	return open(path, flags | O_CREAT | O_CLOEXEC, 0666);
}

__attribute__((constructor)) static void start(void)
{
	const char *control = getenv("MARQUEE_SHIM");

	if (!control)
		return;
	log_file = open_beside(control, ".log", O_WRONLY | O_APPEND);
	int file = open_beside(control, ".counts", O_RDWR);

	if (file < 0 || ftruncate(file, sizeof *shared) != 0)
		return;
	void *memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

	close(file);
	if (memory == MAP_FAILED)
		return;
	struct shared *mapped = memory;

	for (int operation = 0; operation < operation_count; operation++)
		strncpy(mapped->names[operation], operation_name(operation), sizeof *mapped->names - 1);
	shared = mapped;
}

uint64_t monotonic_nanoseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

void count(enum operation operation)
{
	if (shared)
		atomic_fetch_add_explicit(&shared->calls[operation], 1, memory_order_relaxed);
}

void note(const struct call *call, int result, int error, uint64_t started, uint64_t ended)
{
	char line[160];

	if (log_file < 0)
		return;
	int length = snprintf(line, sizeof line, "%llu %d %ld %s %ux%u %u %d %llu\n", (unsigned long long)started, getpid(),
			      syscall(SYS_gettid), operation_name(call->operation), call->size.width, call->size.height,
			      call->connector, result == 0 ? 0 : error, (unsigned long long)(ended - started));

	if (write(log_file, line, length) != length)
		log_file = -1;
}

static void count_allocation(void)
{
	if (!allocations) {
		if (!shared)
			return;
		uint64_t slot = atomic_fetch_add(&shared->next_thread, 1);

		if (slot >= thread_capacity)
			slot = thread_capacity - 1;
		shared->threads[slot].process = getpid();
		shared->threads[slot].thread = syscall(SYS_gettid);
		allocations = &shared->threads[slot].allocations;
	}
	++*allocations;
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
	count_allocation();
	return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
	count_allocation();
	return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size)
{
	count_allocation();
	return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	count_allocation();
	return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
	int saved = errno;

	count_allocation();
	*memory = __libc_memalign(alignment, size);
	errno = saved;
	return *memory ? 0 : ENOMEM;
}
