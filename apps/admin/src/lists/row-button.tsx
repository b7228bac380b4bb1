import { truncate } from '@institute/contract/text';
import { IconButton } from '@institute/ui/button.tsx';
import { Tooltip } from '@institute/ui/tooltip.tsx';
import { Ban, ClipboardList, Eye, FileDown, type LucideIcon, Pencil, RotateCcw, Trash2 } from 'lucide-react';

const rowActionIcons = {
  View: Eye,
  Edit: Pencil,
  PDF: FileDown,
  Correct: Pencil,
  Withdraw: Ban,
  'Class List': ClipboardList,
  Delete: Trash2,
  Restore: RotateCcw,
  'Delete for ever': Trash2,
} satisfies Record<string, LucideIcon>;

/** A longer name would cover the buttons of other rows. */
const MAX_SHOWN_LABEL_LENGTH = 80;

type RowButtonProps = {
  does: keyof typeof rowActionIcons;
  name: string;
  disabled?: boolean;
  onClick: () => void;
};

export function RowButton({ does, name, disabled, onClick }: RowButtonProps) {
  const Icon = rowActionIcons[does];
  return (
    <Tooltip label={`${does} ${truncate(name, MAX_SHOWN_LABEL_LENGTH)}`}>
      <IconButton
        label={`${does} ${name}`}
        disabled={disabled}
        onClick={onClick}
        className={does.startsWith('Delete') ? 'text-clay-deep' : undefined}
      >
        <Icon aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
