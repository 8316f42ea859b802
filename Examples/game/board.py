"""The picture of the game: 20x15 tiles, a wall around the cells."""

from snake import COLUMNS, ROWS, WAYS
from textures import SIDE, VARIANTS, texture

WIDTH, HEIGHT = (COLUMNS + 2) * SIDE, (ROWS + 2) * SIDE


def way(from_cell, to_cell):
    """The way from a cell to the next one."""
    step = (to_cell[0] - from_cell[0], to_cell[1] - from_cell[1])
    return next(name for name, way in WAYS.items() if way == step)


def tiles(snake, is_dim):
    """The tiles of a game, row by row."""
    links = {}
    for index, cell in enumerate(snake.body):
        to_head = way(cell, snake.body[index - 1]) if index > 0 else None
        to_tail = way(cell, snake.body[index + 1]) if index + 1 < len(snake.body) else None
        links[tuple(cell)] = (to_tail, to_head)

    def tile(x, y):
        # Light and dark cells take turns.
        variant = (x + y) % 2 + 2 * ((x * 5 + y * 3) // 4 % (VARIANTS // 2))
        if not (0 <= x < COLUMNS and 0 <= y < ROWS):
            return texture("bricks", variant, is_dim)
        if (x, y) in links:
            return texture("snake", variant, is_dim, *links[x, y], snake.is_over)
        return texture("apple" if [x, y] == snake.food else "grass", variant, is_dim)

    return [tile(x, y) for y in range(-1, ROWS + 1) for x in range(-1, COLUMNS + 1)]


class Board:
    """Copies the tiles into the buffers of a surface, only those that differ from the buffer's last picture."""

    def __init__(self):
        self.serial = None
        self.held, self.last = {}, []

    def draw(self, frame, wanted):
        """Draws a frame. Returns its damage: x, y, width and height of the pixels that differ from the frame before."""
        if frame.serial != self.serial:
            # New buffers are empty.
            self.serial, self.held, self.last = frame.serial, {}, []
        held = self.held.get(frame.buffer) or [None] * len(wanted)
        for index, tile in enumerate(wanted):
            if tile is not held[index]:
                y, x = divmod(index, COLUMNS + 2)
                start = y * SIDE * frame.stride + x * SIDE * 4
                for row in tile:
                    frame.memory[start:start + SIDE * 4] = row
                    start += frame.stride
        self.held[frame.buffer] = wanted
        last = self.last or [None] * len(wanted)
        places = [divmod(index, COLUMNS + 2) for index, tile in enumerate(wanted) if tile is not last[index]]
        self.last = wanted
        rows, columns = [row for row, _ in places], [column for _, column in places]
        width, height = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        return min(columns) * SIDE, min(rows) * SIDE, width * SIDE, height * SIDE
