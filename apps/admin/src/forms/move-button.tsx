import { IconButton } from '@institute/ui/button.tsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** `focus` is the button to focus after the change, of the entry `at`. */
type AnnouncedListChange = { at: number; focus: 'up' | 'down' | 'add'; words: string };

/** A moved or removed entry loses the focus. `done` has the words for screen readers. */
export function useListMoves() {
  const listElement = useRef<HTMLOListElement>(null);
  const [done, setDone] = useState<AnnouncedListChange | null>(null);
  useEffect(() => {
    if (!done) return;
    const movedElement = listElement.current?.children[done.at] ?? listElement.current?.parentElement;
    movedElement?.querySelector<HTMLElement>(`[data-does="${done.focus}"]`)?.focus();
  }, [done]);
  const announceMovedEntry = (name: string, from: number, at: number, count: number) =>
    setDone({ at, focus: at < from ? 'up' : 'down', words: `${name} moved to place ${at + 1} of ${count}` });
  return { list: listElement, done, setDone, markMoved: announceMovedEntry };
}

type MoveButtonsProps = {
  name: string;
  place: number;
  last: number;
  onMove: (from: number, to: number) => void;
};

const moveDirections = [
  { way: 'up', step: -1, Icon: ArrowUp },
  { way: 'down', step: 1, Icon: ArrowDown },
] as const;

/** A button without effect stays enabled, so that it keeps the focus. */
export const MoveButtons = ({ name, place, last, onMove }: MoveButtonsProps) =>
  moveDirections.map(({ way, step, Icon }) => (
    <IconButton
      key={way}
      label={`Move ${name} ${way}`}
      data-does={way}
      aria-disabled={place + step < 0 || place + step > last}
      onClick={() => onMove(place, place + step)}
    >
      <Icon aria-hidden />
    </IconButton>
  ));
