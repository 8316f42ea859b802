/*
 * Runs scripts for the host, each on a TCP connection of its own.
 *
 *   request:  "SCRIPT-BYTES INPUT-BYTES SECONDS\n", the script for sh, its standard input
 *   answer:   "STATUS OUTPUT-BYTES\n", standard output and standard error together
 *
 * STATUS is the script's, 128 + N when signal N ended it, 124 after the timeout. The answer comes when the script
 * ends: its output goes to a file in memory, so a process left behind does not delay the answer. If the host closes
 * the connection, or after the timeout, the script is killed with its process group.
 *
 * In C, since a process costs 40 ms under emulation and a shell would need eight of them for each script.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { port = 7000, timed_out = 124, grace_milliseconds = 2000, script_capacity = 131072 };

/* The first line, byte by byte: the following bytes belong to the script. */
static int read_line(int connection, char *line, size_t capacity)
{
	for (size_t length = 0; length + 1 < capacity; length++) {
		if (read(connection, line + length, 1) != 1)
			return -1;
		if (line[length] == '\n') {
			line[length] = 0;
			return 0;
		}
	}
	return -1;
}

/* The script as an argument, which the kernel limits to 128 KiB. */
static char *receive_text(int connection, unsigned long length)
{
	char *text = length < script_capacity ? malloc(length + 1) : NULL;

	for (unsigned long received = 0; text && received < length;) {
		ssize_t count = read(connection, text + received, length - received);

		if (count <= 0)
			return NULL;
		received += count;
	}
	if (text)
		text[length] = 0;
	return text;
}

static int receive_file(int connection, unsigned long length)
{
	char buffer[65536];
	int file = memfd_create("input", MFD_CLOEXEC);

	if (file < 0)
		return -1;
	while (length > 0) {
		ssize_t count = read(connection, buffer, length < sizeof buffer ? length : sizeof buffer);

		if (count <= 0 || write(file, buffer, count) != count)
			return -1;
		length -= count;
	}
	lseek(file, 0, SEEK_SET);
	return file;
}

static _Noreturn void run_script(const char *script, int input, int output)
{
	setpgid(0, 0);
	dup2(input, 0);
	dup2(output, 1);
	dup2(output, 2);
	execl("/bin/sh", "sh", "-c", script, "script", (char *)NULL);
	_exit(127);
}

/* Waits for the script; ends it when its time is up or the host hangs up. */
static int status_of(pid_t pid, int connection, long milliseconds)
{
	int status, expired = 0;
	int handle = syscall(SYS_pidfd_open, pid, 0);
	struct pollfd waits[] = {{.fd = handle, .events = POLLIN}, {.fd = connection, .events = POLLRDHUP}};

	while (poll(waits, 2, milliseconds) < 0 && errno == EINTR)
		;
	if (!(waits[0].revents & POLLIN)) {
		expired = 1;
		kill(-pid, SIGTERM);
		if (poll(waits, 1, grace_milliseconds) == 0)
			kill(-pid, SIGKILL);
	}
	if (waitpid(pid, &status, 0) != pid)
		return 255;
	if (expired)
		return timed_out;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void serve(int connection)
{
	char line[96];
	unsigned long script_length, input_length;
	double seconds;
	struct stat information;

	if (read_line(connection, line, sizeof line) != 0
	    || sscanf(line, "%lu %lu %lf", &script_length, &input_length, &seconds) != 3)
		return;
	char *script = receive_text(connection, script_length);
	int input = receive_file(connection, input_length);
	int output = memfd_create("output", MFD_CLOEXEC);

	if (!script || input < 0 || output < 0)
		return;
	pid_t pid = fork();

	if (pid == 0)
		run_script(script, input, output);
	if (pid < 0)
		return;
	setpgid(pid, pid);
	int status = status_of(pid, connection, seconds * 1000);

	if (fstat(output, &information) != 0)
		return;
	dprintf(connection, "%d %lld\n", status, (long long)information.st_size);
	for (off_t sent = 0; sent < information.st_size;)
		if (sendfile(connection, output, &sent, information.st_size - sent) <= 0)
			return;
}

int main(void)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
	int yes = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
	if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 64) != 0) {
		perror("marquee-agent");
		return 1;
	}
	signal(SIGCHLD, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	for (;;) {
		int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);

		if (connection < 0)
			continue;
		setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
		if (fork() == 0) {
			signal(SIGCHLD, SIG_DFL);
			signal(SIGPIPE, SIG_DFL);
			close(listener);
			serve(connection);
			_exit(0);
		}
		close(connection);
	}
}
