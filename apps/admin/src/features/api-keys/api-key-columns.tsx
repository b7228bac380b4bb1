import { capitalise } from '@institute/contract/text';
import { formatDate, formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import type { AdminAnswers } from '../../api/admin.ts';
import { madeColumn, TermsCell } from '../../lists/cells.tsx';
import type { Column } from '../../lists/column.ts';

export type ApiKey = AdminAnswers['apiKeys']['list'][number];

const tones = { active: 'green', expired: 'clay', revoked: 'neutral' } as const;

export const columns: Column<ApiKey>[] = [
  {
    heading: 'Name',
    sort: ({ name }) => name,
    plain: true,
    cell: ({ name, prefix }) => (
      <span className="block md:min-w-32">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <code translate="no" className="text-sm text-muted">
          {prefix}…
        </code>
      </span>
    ),
  },
  {
    heading: 'State',
    sort: ({ state }) => state,
    cell: ({ state }) => <Badge tone={tones[state]}>{capitalise(state)}</Badge>,
  },
  {
    heading: 'Scopes',
    cell: ({ scopes }) => <TermsCell terms={scopes} />,
  },
  {
    heading: 'Last Use',
    sort: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => (lastUsedAt ? formatDateTime(lastUsedAt) : 'Never'),
  },
  {
    heading: 'Valid Until',
    sort: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt, revokedAt }) => {
      if (revokedAt) return `Revoked ${formatDate(revokedAt)}`;
      return expiresAt ? formatDateTime(expiresAt) : 'No end';
    },
  },
  madeColumn,
];
