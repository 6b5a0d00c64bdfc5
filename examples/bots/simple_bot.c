/* A bot for Overtrick in plain C: docs/bots.md tells what the messages mean.

   cc -O2 -o simple_bot simple_bot.c

   It passes where it may, and does anything else that is legal by the random number that comes with the question. The
   messages have no spaces between their parts and the type comes first, so that a bot as simple as this one needs no
   JSON library. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_LINE 65536
#define MOST_ACTIONS 64

static char line[LONGEST_LINE];

static int has_type(const char *type) {
    char start[32];
    snprintf(start, sizeof start, "{\"type\":\"%s\"", type);
    return strncmp(line, start, strlen(start)) == 0;
}

/* The number after a key such as "id": */
static unsigned long number_of(const char *key) {
    const char *found = strstr(line, key);
    return found ? strtoul(found + strlen(key), NULL, 10) : 0;
}

/* Finds the texts of the list of legal actions, cuts the line into them, and tells how many there are. */
static int legal_actions(char *actions[MOST_ACTIONS]) {
    int count = 0;
    char *place = strstr(line, "\"legal\":[");
    if (!place)
        return 0;
    place += strlen("\"legal\":[");
    while (*place == '"' && count < MOST_ACTIONS) {
        actions[count++] = ++place;
        place = strchr(place, '"');
        *place++ = '\0';
        if (*place == ',')
            place++;
    }
    return count;
}

static void act(void) {
    char *actions[MOST_ACTIONS];
    unsigned long id = number_of("\"id\":"), seed = number_of("\"seed\":");
    int count = legal_actions(actions);
    const char *chosen = count ? actions[seed % count] : "";
    for (int i = 0; i < count; i++)
        if (strcmp(actions[i], "pass") == 0)
            chosen = actions[i];
    printf("{\"type\":\"action\",\"id\":%lu,\"action\":\"%s\"}\n", id, chosen);
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (has_type("hello"))
            puts("{\"type\":\"hello\",\"v\":1,"
                 "\"games\":[\"belote\",\"bridge\",\"coinche\",\"euchre\",\"hokm\",\"jass\",\"klaverjas\",\"spades\",\"sueca\",\"tarneeb\",\"whist\"]}");
        else if (has_type("view"))
            act();
        else if (has_type("bye"))
            break;
        fflush(stdout); /* or the answer stays in the buffer, and the bot runs out of time */
    }
    return 0;
}
