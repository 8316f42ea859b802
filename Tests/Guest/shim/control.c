#include "shim.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { rule_capacity = 64, word_capacity = 32 };
enum action { action_delay, action_fail, action_swallow, action_lie, action_hide_atomic };

struct rule {
	enum action action;
	char operation[word_capacity];
	char connector[word_capacity]; /* empty: any */
	struct size size;              /* zero: any */
	unsigned value;                /* milliseconds, errno or enum lie */
	unsigned skip;                 /* pass so many calls first */
	unsigned remaining;            /* then act on so many */
};

static struct rule rules[rule_capacity];
static unsigned rule_count;
static struct timespec read_at;
static ino_t read_inode;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const struct {
	const char *name;
	int value;
} errors[] = {
	{"EACCES", EACCES}, {"EAGAIN", EAGAIN}, {"EBUSY", EBUSY}, {"EINTR", EINTR}, {"EINVAL", EINVAL}, {"EIO", EIO},
	{"ENODEV", ENODEV}, {"ENOENT", ENOENT}, {"ENOMEM", ENOMEM}, {"ENOSPC", ENOSPC}, {"ENOSYS", ENOSYS},
	{"EOPNOTSUPP", EOPNOTSUPP}, {"EPERM", EPERM}, {"ERANGE", ERANGE}, {"ETIMEDOUT", ETIMEDOUT},
};

static int error_named(const char *word)
{
	for (unsigned index = 0; index < sizeof errors / sizeof *errors; index++)
		if (strcmp(errors[index].name, word) == 0)
			return errors[index].value;
	return atoi(word);
}

static char *next_word(char **rest)
{
	char *word;

	while ((word = strsep(rest, " \t\r")) && *word == 0)
		;
	return word;
}

static void set_word(char *to, const char *word)
{
	snprintf(to, word_capacity, "%s", word ? word : "");
}

/* The optional words at the end of a rule. */
static bool read_filters(struct rule *rule, char **rest)
{
	for (char *key; (key = next_word(rest));) {
		char *value = next_word(rest);

		if (!value)
			return false;
		if (strcmp(key, "times") == 0)
			rule->remaining = strtoul(value, NULL, 10);
		else if (strcmp(key, "after") == 0)
			rule->skip = strtoul(value, NULL, 10);
		else if (strcmp(key, "connector") == 0)
			set_word(rule->connector, value);
		else if (strcmp(key, "size") == 0 && sscanf(value, "%ux%u", &rule->size.width, &rule->size.height) == 2)
			continue;
		else
			return false;
	}
	return true;
}

static bool read_rule(struct rule *rule, char *line)
{
	char *action = next_word(&line), *word;

	*rule = (struct rule){.remaining = -1u};
	if (strcmp(action, "hide") == 0) {
		rule->action = action_hide_atomic;
		return (word = next_word(&line)) && strcmp(word, "ATOMIC") == 0;
	}
	if (strcmp(action, "connector") == 0) {
		rule->action = action_lie;
		set_word(rule->connector, next_word(&line));
		word = next_word(&line);
		rule->value = !word                              ? lie_none
			      : strcmp(word, "guessed") == 0  ? lie_guessed
			      : strcmp(word, "no-modes") == 0 ? lie_no_modes
			      : strcmp(word, "link-bad") == 0 ? lie_link_bad
							      : lie_none;
		return rule->value != lie_none;
	}
	set_word(rule->operation, next_word(&line));
	if (strcmp(action, "swallow") == 0) {
		rule->action = action_swallow;
		return read_filters(rule, &line);
	}
	if (!(word = next_word(&line)))
		return false;
	if (strcmp(action, "delay") == 0) {
		rule->action = action_delay;
		rule->value = strtoul(word, NULL, 10);
	} else if (strcmp(action, "fail") == 0) {
		rule->action = action_fail;
		rule->value = error_named(word);
	} else {
		return false;
	}
	return rule->value != 0 && read_filters(rule, &line);
}

static void read_rules(FILE *file)
{
	char line[256];

	rule_count = 0;
	while (rule_count < rule_capacity && fgets(line, sizeof line, file)) {
		line[strcspn(line, "#\n")] = 0;
		if (line[strspn(line, " \t")] == 0)
			continue;
		char copy[256];

		strcpy(copy, line + strspn(line, " \t"));
		if (read_rule(&rules[rule_count], copy))
			rule_count++;
		else
			fprintf(stderr, "marqueeshim: cannot read the rule: %s\n", line);
	}
}

/* Call it with the lock held. A changed file restarts the counts of all rules. Without a file there are no rules. */
static void refresh(void)
{
	const char *path = getenv("MARQUEE_SHIM");
	struct stat status;

	if (!path || stat(path, &status) != 0) {
		rule_count = 0;
		read_inode = 0;
		return;
	}
	if (status.st_ino == read_inode && status.st_mtim.tv_sec == read_at.tv_sec
	    && status.st_mtim.tv_nsec == read_at.tv_nsec)
		return;
	FILE *file = fopen(path, "re");

	if (!file)
		return;
	read_rules(file);
	fclose(file);
	read_inode = status.st_ino;
	read_at = status.st_mtim;
}

static bool applies(const struct rule *rule, int fd, const struct call *call)
{
	if (!operation_matches(call->operation, rule->operation))
		return false;
	if (rule->size.width && (rule->size.width != call->size.width || rule->size.height != call->size.height))
		return false;
	return !*rule->connector || (call->connector && connector_has_name(fd, call->connector, rule->connector));
}

struct verdict judge(int fd, const struct call *call)
{
	struct verdict verdict = {0};

	pthread_mutex_lock(&lock);
	refresh();
	for (struct rule *rule = rules; rule < rules + rule_count; rule++) {
		if (rule->action > action_swallow || !applies(rule, fd, call))
			continue;
		if (rule->skip > 0) {
			rule->skip--;
			continue;
		}
		if (rule->remaining == 0)
			continue;
		if (rule->remaining != -1u)
			rule->remaining--;
		if (rule->action == action_delay)
			verdict.delay_milliseconds += rule->value;
		else if (rule->action == action_fail && !verdict.error)
			verdict.error = rule->value;
		else if (rule->action == action_swallow)
			verdict.swallowed = true;
	}
	pthread_mutex_unlock(&lock);
	return verdict;
}

enum lie lie_about(int fd, uint32_t connector)
{
	enum lie lie = lie_none;

	pthread_mutex_lock(&lock);
	refresh();
	for (const struct rule *rule = rules; rule < rules + rule_count && lie == lie_none; rule++)
		if (rule->action == action_lie && connector_has_name(fd, connector, rule->connector))
			lie = rule->value;
	pthread_mutex_unlock(&lock);
	return lie;
}

bool is_atomic_hidden(void)
{
	bool hidden = false;

	pthread_mutex_lock(&lock);
	refresh();
	for (const struct rule *rule = rules; rule < rules + rule_count; rule++)
		hidden |= rule->action == action_hide_atomic;
	pthread_mutex_unlock(&lock);
	return hidden;
}
