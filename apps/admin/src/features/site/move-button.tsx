import { IconButton } from '@institute/ui/button.tsx';
import { ArrowDown, ArrowUp } from 'lucide-react';

type MoveButtonsProps = {
  name: string;
  place: number;
  last: number;
  onMove: (from: number, to: number) => void;
};

const moves = [
  { way: 'up', step: -1, Icon: ArrowUp },
  { way: 'down', step: 1, Icon: ArrowDown },
] as const;

/** A button without effect stays enabled, so that it keeps the focus. */
export const MoveButtons = ({ name, place, last, onMove }: MoveButtonsProps) =>
  moves.map(({ way, step, Icon }) => (
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
