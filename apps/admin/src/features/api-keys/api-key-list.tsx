import { capitalise } from '@institute/contract/text';
import { formatDate, formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Plug, Plus } from 'lucide-react';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { useMaySee } from '../../api/rights.ts';
import { useChange } from '../../api/use-change.ts';
import { createdColumn, TermsCell } from '../../lists/cells.tsx';
import type { Column } from '../../lists/column.ts';
import { makeListScreen, wholeListAddress } from '../../lists/declared-list.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { useQuestion } from '../../ui/use-question.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

export type ApiKey = AdminAnswers['apiKeys']['list'][number];

const apiKeyStateTones = { active: 'green', expired: 'clay', revoked: 'neutral' } as const;

const columns: Column<ApiKey>[] = [
  {
    heading: 'Name',
    sort: ({ name }) => name,
    phone: 'title',
    cell: ({ name, prefix }) => (
      <span className="max-md:block max-md:wrap-anywhere">
        <span className="font-semibold max-md:block">{name}</span>{' '}
        <code translate="no" className="text-sm text-muted">
          {prefix}…
        </code>
      </span>
    ),
  },
  {
    heading: 'Status',
    phone: 'fact',
    sort: ({ state }) => state,
    cell: ({ state }) => <Badge tone={apiKeyStateTones[state]}>{capitalise(state)}</Badge>,
  },
  {
    heading: 'Scopes',
    phone: 'line',
    cell: ({ scopes }) => <TermsCell terms={scopes} />,
    isText: true,
  },
  {
    heading: 'Last Use',
    phone: 'line',
    sort: ({ lastUsedAt }) => lastUsedAt,
    sortedBy: 'day',
    cell: ({ lastUsedAt }) => (lastUsedAt ? formatDateTime(lastUsedAt) : 'Never'),
  },
  {
    heading: 'Valid Until',
    phone: 'line',
    sort: ({ expiresAt }) => expiresAt,
    sortedBy: 'day',
    cell: ({ expiresAt, revokedAt }) => {
      if (revokedAt) return `Revoked ${formatDate(revokedAt)}`;
      return expiresAt ? formatDateTime(expiresAt) : 'No end';
    },
  },
  createdColumn,
];

export const ApiKeyList = makeListScreen({
  words: makeResourceWords({ one: 'API key', many: 'API keys' }),
  ...wholeListAddress,
  columns,
  useRows: () =>
    admin.apiKeys.list.useQuery(undefined, {
      enabled: useMaySee()('owner'),
      select: (items) => ({ items, total: items.length }),
    }),
  useParts: ({ found: { data } }) => {
    const [isMaking, setMaking] = useState(false);
    const [made, setMade] = useState<string | null>(null);
    const { ask, question } = useQuestion();
    const runChange = useChange();
    const { mutateAsync: revoke } = admin.apiKeys.revoke.useMutation();
    const askToRevokeKey = ({ id, name }: ApiKey) =>
      ask({
        title: 'Revoke this API key?',
        description: `${name}: the program that uses it is refused at once. This cannot be taken back.`,
        confirmLabel: 'Revoke',
        onConfirm: () =>
          runChange(() => revoke({ id }), { done: 'API key revoked', failed: 'Nothing was changed' }),
      });
    const newKeyButton = (
      <Button onClick={() => setMaking(true)}>
        <Plus aria-hidden />
        New API Key
      </Button>
    );
    return {
      tools: data && data.total > 0 && newKeyButton,
      actions: (row) =>
        row.state !== 'revoked' && (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Revoke ${row.name}`}
            onClick={() => askToRevokeKey(row)}
          >
            Revoke
          </Button>
        ),
      empty: (
        <EmptyState
          icon={Plug}
          title="There are no API keys."
          description="With a key another program reads and writes through the API, as far as you allow it."
          action={newKeyButton}
        />
      ),
      dialogs: (
        <>
          {question}
          {isMaking && (
            <NewKeyDialog
              onMade={(key) => {
                setMaking(false);
                setMade(key);
              }}
              onClose={() => setMaking(false)}
            />
          )}
          {made !== null && (
            <ShownOnceDialog
              title="Your API Key"
              warning="Copy this key now. It is not shown again."
              label="API Key"
              secret={made}
              onClose={() => setMade(null)}
            >
              Keep it as you keep a password. Whoever has it may do what its scopes allow.
            </ShownOnceDialog>
          )}
        </>
      ),
    };
  },
});
