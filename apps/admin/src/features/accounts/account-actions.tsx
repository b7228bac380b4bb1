import { Button } from '@institute/ui/button.tsx';
import type { AccountRow } from './account-row.ts';
import type { AccountAction } from './use-account-actions.ts';

type AccountActionsProps = { row: AccountRow; onAction: (action: AccountAction) => void };

export function AccountActions({ row, onAction }: AccountActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {actionsOf(row).map((name) => (
        <Button
          key={name}
          variant="outline"
          size="sm"
          aria-label={`${name} ${row.email}`}
          onClick={() => onAction({ name, row })}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}

function actionsOf(row: AccountRow): AccountAction['name'][] {
  if (row.kind === 'invitation') return ['Send again', 'Withdraw'];
  if (!row.isActive) return ['Reactivate'];
  const ownership = row.isOwner ? 'Remove owner' : 'Make owner';
  // Owners cannot deactivate their own account. Another owner can.
  if (row.isSelf) return [ownership];
  return row.hasSecondFactor ? [ownership, 'Remove two-step', 'Deactivate'] : [ownership, 'Deactivate'];
}
