import { formatDate, formatDateTime } from '@institute/contract/rules';
import type { Column } from '../../admin-ui/resource/content-resource.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Person } from './person.ts';

export const columns: Column<Person>[] = [
  {
    heading: 'Email',
    plain: true,
    cell: (person) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        {person.email}
        {person.kind === 'account' && person.isOwner && <Badge tone="sun">Owner</Badge>}
        {person.kind === 'account' && person.isSelf && <Badge>You</Badge>}
      </span>
    ),
  },
  { heading: 'State', cell: (person) => <StateBadge person={person} /> },
  {
    heading: 'Last Sign-in',
    cell: (person) => {
      if (person.kind === 'invitation') return `Invited ${formatDate(person.createdAt)}`;
      return person.lastSignInAt ? formatDateTime(person.lastSignInAt) : 'Never';
    },
    className: 'md:whitespace-nowrap',
  },
  {
    heading: 'Devices',
    cell: (person) => (person.kind === 'account' ? person.sessions : '–'),
  },
];

function StateBadge({ person }: { person: Person }) {
  if (person.kind === 'invitation') {
    return person.isExpired ? (
      <Badge tone="clay">Invitation expired</Badge>
    ) : (
      <Badge tone="sky">Invited</Badge>
    );
  }
  return person.isActive ? <Badge tone="green">Active</Badge> : <Badge>Deactivated</Badge>;
}
