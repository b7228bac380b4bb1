import { redirectInput } from '@institute/contract';
import { formatNumber } from '@institute/contract/money';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Plus, Signpost } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { useMaySee } from '../../api/rights.ts';
import { useChange } from '../../api/use-change.ts';
import { TextField } from '../../forms/fields.tsx';
import { InputDialog } from '../../forms/input-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';
import { makeOrderParameter, pagingParameters, textParameter } from '../../lists/address.ts';
import { makeDateColumn } from '../../lists/cells.tsx';
import type { Column } from '../../lists/column.ts';
import { makeListScreen } from '../../lists/declared-list.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { makeListQuery } from '../../lists/list-search.ts';
import { SearchText } from '../../lists/list-toolbar.tsx';
import { RowButton } from '../../lists/row-button.tsx';
import { sortRows } from '../../lists/sorted-rows.tsx';
import { countItems } from '../../ui/count-items.ts';
import { useQuestion } from '../../ui/use-question.tsx';

type Redirect = AdminAnswers['redirects']['list'][number];

const columns: Column<Redirect>[] = [
  {
    heading: 'Old Address',
    sort: 'from',
    phone: 'title',
    cell: ({ from }) => <RedirectAddress>{from}</RedirectAddress>,
  },
  {
    heading: 'Leads To',
    sort: 'to',
    phone: 'line',
    cell: ({ to, isAnswered }) => (
      <>
        <RedirectAddress>{to}</RedirectAddress>
        {!isAnswered && (
          <Badge tone="clay" className="ml-2">
            Not answered
          </Badge>
        )}
      </>
    ),
  },
  {
    heading: 'Hits',
    sort: 'hits',
    sortedBy: 'number',
    isAmount: true,
    phone: 'fact',
    cell: ({ hits }) => countItems(hits, 'hit'),
  },
  makeDateColumn('createdAt', 'Made'),
];

const RedirectAddress = ({ children }: { children: string }) => (
  <span translate="no" className="wrap-anywhere">
    {children}
  </span>
);

const redirectSortKeys = ['from', 'to', 'hits', 'createdAt'] as const;
const redirectsAddress = z.object({
  q: textParameter,
  sort: makeOrderParameter(redirectSortKeys),
  ...pagingParameters,
});
type RedirectQuery = { q?: string; sort?: string | undefined; limit: number; offset: number };

/** The browser loads all redirects, and searches, sorts and pages them here. */
function toRedirectPage(all: Redirect[], { q = '', sort = '', limit, offset }: RedirectQuery) {
  const redirectMatchesSearch = ({ from, to }: Redirect) =>
    `${from} ${to}`.toLowerCase().includes(q.toLowerCase());
  const matchingRedirects = all.filter(redirectMatchesSearch);
  const sortKey = redirectSortKeys.find((one) => one === sort.replace(/^-/, ''));
  const sortedRedirects = sortKey
    ? sortRows(matchingRedirects, sort, (row) => row[sortKey])
    : matchingRedirects;
  return {
    items: sortedRedirects.slice(offset, offset + limit),
    total: sortedRedirects.length,
    all: all.length,
  };
}

export const RedirectsPage = makeListScreen({
  words: makeResourceWords({ one: 'redirect', many: 'redirects' }),
  address: redirectsAddress,
  columns,
  toQuery: ({ sort, ...search }) => ({ ...makeListQuery(search), sort }),
  useRows: (query) => {
    const redirectsQuery = admin.redirects.list.useQuery(undefined, {
      select: (all) => toRedirectPage(all, query),
    });
    return redirectsQuery;
  },
  useParts: ({ search, changeSearch, found: { data } }) => {
    const [isMaking, setMaking] = useState(false);
    const { ask, question } = useQuestion();
    const runChange = useChange();
    const { mutateAsync: remove } = admin.redirects.remove.useMutation();
    const askToRemoveRedirect = ({ id, from }: Redirect) =>
      ask({
        title: 'Remove this redirect?',
        description: `Who opens ${from} then finds no page.`,
        confirmLabel: 'Remove',
        onConfirm: () =>
          runChange(() => remove({ id }), { done: 'Redirect removed', failed: 'Nothing was changed' }),
      });
    const hasRedirects = data && data.all > 0;
    const newRedirectButton = (
      <Button onClick={() => setMaking(true)}>
        <Plus aria-hidden />
        New Redirect
      </Button>
    );
    return {
      count: data && `Total Redirects: ${formatNumber(data.all)}`,
      tools: hasRedirects && newRedirectButton,
      filters: hasRedirects && (
        <FilterBar
          search={<SearchText value={search.q ?? ''} onChange={(q) => changeSearch({ q })} />}
          filters={[]}
        />
      ),
      actions: (row) => <RowButton does="Delete" name={row.from} onClick={() => askToRemoveRedirect(row)} />,
      empty: hasRedirects ? undefined : (
        <EmptyState
          icon={Signpost}
          title="There are no redirects."
          description="A redirect leads visitors from an address of your former site to the new page."
          action={newRedirectButton}
        />
      ),
      dialogs: (
        <>
          {question}
          {isMaking && <NewRedirectDialog onClose={() => setMaking(false)} />}
        </>
      ),
    };
  },
});

type RedirectValues = FormValues<typeof redirectInput>;

function NewRedirectDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm(redirectInput, { from: '', to: '' });
  const { mutateAsync: create } = admin.redirects.create.useMutation();
  const isOwner = useMaySee()('owner');
  return (
    <InputDialog
      form={form}
      send={create}
      messages={{ done: 'Redirect made', failed: 'The redirect could not be made' }}
      submitLabel="Make Redirect"
      title="New Redirect"
      description="An address that has a page of its own keeps it."
      onClose={onClose}
    >
      <TextField<RedirectValues>
        name="from"
        label="Old Address"
        placeholder="/about-us"
        hint="Of your former site, without its name. /blog/* takes all below /blog, /?p=12 a page with a number. Addresses of this site, such as /certificates, stay."
        required
      />
      <TextField<RedirectValues>
        name="to"
        label="Leads To"
        placeholder="/about"
        hint={
          isOwner
            ? 'A path of this site, or an address with https. To another site, visitors go by a page that names it.'
            : 'A path of this site. Only owners lead to other sites.'
        }
        required
      />
    </InputDialog>
  );
}
