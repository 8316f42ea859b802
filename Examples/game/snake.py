"""The game itself: no display, no keys, no clock."""

import random

COLUMNS, ROWS = 18, 13
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Snake:
    """A snake that eats, grows, and ends at a wall or in itself. Cells are [column, row]; its head is the first."""

    def __init__(self, best=0):
        self.body = [[4, 5], [3, 5], [2, 5]]
        self.way = "right"
        self.best = best
        self.is_over = False
        self.food = [12, 5]

    @classmethod
    def restored(cls, kept):
        """The game of a value of `state`; a new game if the value has none."""
        snake = cls(kept.get("best", 0))
        if kept.get("body"):
            snake.body, snake.way, snake.food, snake.is_over = kept["body"], kept["way"], kept["food"], kept["over"]
        return snake

    @property
    def state(self):
        return {"body": self.body, "way": self.way, "food": self.food, "best": self.best, "over": self.is_over}

    @property
    def score(self):
        return len(self.body) - 3

    def turn(self, way):
        """Turns the snake. It cannot turn back into itself."""
        (x, y), (old_x, old_y) = WAYS[way], WAYS[self.way]
        if (x + old_x, y + old_y) != (0, 0):
            self.way = way

    def move(self):
        """Moves the snake by a cell."""
        head = [self.body[0][0] + WAYS[self.way][0], self.body[0][1] + WAYS[self.way][1]]
        grows = head == self.food
        # The last cell becomes free by the move.
        rest = self.body if grows else self.body[:-1]
        if head in rest or not (0 <= head[0] < COLUMNS and 0 <= head[1] < ROWS):
            self.is_over = True
            return
        self.body = [head] + rest
        self.best = max(self.best, self.score)
        if grows:
            free = [[x, y] for x in range(COLUMNS) for y in range(ROWS) if [x, y] not in self.body]
            self.is_over = not free
            self.food = random.choice(free) if free else self.food
