import { Eye, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

const faces = {
  View: Eye,
  Edit: Pencil,
  Delete: Trash2,
} satisfies Record<string, LucideIcon>;

type RowButtonProps = { does: keyof typeof faces; name: string; onClick: () => void };

/** "Edit Hairdressing": one of the things that can be done with a row. */
export function RowButton({ does, name, onClick }: RowButtonProps) {
  const Icon = faces[does];
  return (
    <Tooltip label={does}>
      <IconButton
        label={`${does} ${name}`}
        onClick={onClick}
        className={does === 'Delete' ? 'text-clay-deep' : undefined}
      >
        <Icon aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
