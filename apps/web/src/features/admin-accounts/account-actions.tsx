import { Button } from '../../ui/button.tsx';
import type { Person } from './person.ts';
import type { Deed } from './use-deeds.ts';

type AccountActionsProps = { person: Person; onDeed: (deed: Deed) => void };

/** What can be done with an account or an invitation. */
export function AccountActions({ person, onDeed }: AccountActionsProps) {
  const action = (does: Deed['does'], label: string = does) => (
    <Button
      key={does}
      variant="outline"
      size="sm"
      aria-label={`${label} ${person.email}`}
      onClick={() => onDeed({ does, person })}
    >
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap justify-end gap-2">{deedsOf(person).map((does) => action(does))}</div>
  );
}

function deedsOf(person: Person): Deed['does'][] {
  if (person.kind === 'invitation') return ['Send again', 'Withdraw'];
  if (!person.isActive) return ['Reactivate'];
  return [
    person.isOwner ? 'Remove owner' : 'Make owner',
    // another owner can
    ...(person.isSelf ? [] : (['Deactivate'] as const)),
  ];
}
