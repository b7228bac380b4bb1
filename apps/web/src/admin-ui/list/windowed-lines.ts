/** A line of a long list that is there, or the room of those that are not. */
export type Slot = { index: number } | { space: number; after: number };

type Line = { index: number; start: number; end: number };

/**
 * What stands for the whole list: the lines in view and, between them, room of the height of the others.
 * `gap` is what the layout puts between any two elements, whichever they are.
 */
export function slotsOf(lines: Line[], total: number, gap: number): Slot[] {
  const slots: Slot[] = [];
  let end: number | null = null;
  let after = -1;
  const leaveRoom = (until: number | null) => {
    const from: number = end === null ? 0 : end + gap;
    const space = (until === null ? total : until - gap) - from;
    if (space > 0) slots.push({ space, after });
  };
  for (const line of lines) {
    leaveRoom(line.start);
    slots.push({ index: line.index });
    end = line.end;
    after = line.index;
  }
  leaveRoom(null);
  return slots;
}
