import { redirectInput } from '@institute/contract';
import { formatNumber } from '@institute/contract/money';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { useSearch } from '@tanstack/react-router';
import { Plus, Signpost } from 'lucide-react';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { useChange } from '../../api/use-change.ts';
import { TextField } from '../../forms/fields.tsx';
import { InputDialog } from '../../forms/input-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';
import { type ListSearch, PAGE_SIZE } from '../../lists/address.ts';
import { dateColumn } from '../../lists/cells.tsx';
import type { Column } from '../../lists/column.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListSearch } from '../../lists/list-search.ts';
import { SearchText } from '../../lists/list-toolbar.tsx';
import { RowButton } from '../../lists/row-button.tsx';
import { RowTable } from '../../lists/row-table.tsx';
import { useSortedRows } from '../../lists/sorted-rows.tsx';
import { countItems } from '../../ui/count-items.ts';
import { useQuestion } from '../../ui/use-question.tsx';

type Redirect = AdminAnswers['redirects']['list'][number];

const columns: Column<Redirect>[] = [
  {
    heading: 'Old Address',
    sort: ({ from }) => from,
    phone: 'title',
    cell: ({ from }) => <Address>{from}</Address>,
  },
  {
    heading: 'Leads To',
    sort: ({ to }) => to,
    phone: 'line',
    cell: ({ to, isAnswered }) => (
      <>
        <Address>{to}</Address>
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
    sort: ({ hits }) => hits,
    sortedBy: 'number',
    isAmount: true,
    phone: 'fact',
    cell: ({ hits }) => countItems(hits, 'hit'),
  },
  dateColumn('createdAt', 'Made'),
];

const Address = ({ children }: { children: string }) => (
  <span translate="no" className="wrap-anywhere">
    {children}
  </span>
);

/** Loaded whole, so it is searched, sorted and cut into pages here. */
export function RedirectsPage() {
  const search: ListSearch = useSearch({ strict: false });
  const { changeSearch, paging } = useListSearch(search);
  const { q = '', page = 1, size = PAGE_SIZE } = search;
  const query = admin.redirects.list.useQuery(undefined, {
    select: (items) => ({ items, total: items.length }),
  });
  const total = query.data?.total ?? 0;
  const isFound = ({ from, to }: Redirect) => `${from} ${to}`.toLowerCase().includes(q.toLowerCase());
  const { rows, sorting } = useSortedRows(query.data?.items.filter(isFound), columns, undefined);
  const items = rows?.slice((page - 1) * size, page * size);
  const [isMaking, setMaking] = useState(false);
  const { ask, question } = useQuestion();
  const change = useChange();
  const { mutateAsync: remove } = admin.redirects.remove.useMutation();
  const askToRemoveRedirect = ({ id, from }: Redirect) =>
    ask({
      title: 'Remove this redirect?',
      description: `Who opens ${from} then finds no page.`,
      confirmLabel: 'Remove',
      onConfirm: () =>
        change(() => remove({ id }), { done: 'Redirect removed', failed: 'Nothing was changed' }),
    });
  const newRedirect = (
    <Button onClick={() => setMaking(true)}>
      <Plus aria-hidden />
      New Redirect
    </Button>
  );

  return (
    <ListScreen
      heading="Redirects"
      many="redirects"
      count={query.data && `Total Redirects: ${formatNumber(total)}`}
      found={{ ...query, data: items && { items, total: rows?.length ?? 0 } }}
      tools={total > 0 && newRedirect}
      filters={
        total > 0 && (
          <search>
            <SearchText value={q} onChange={(text) => changeSearch({ q: text })} />
          </search>
        )
      }
      rows={(shown) => (
        <RowTable
          caption="Redirects"
          columns={columns}
          sorting={sorting}
          actions={(row) => (
            <RowButton does="Delete" name={row.from} onClick={() => askToRemoveRedirect(row)} />
          )}
          {...shown}
        />
      )}
      paging={paging}
      {...(query.data?.total === 0 && {
        empty: (
          <EmptyState
            icon={Signpost}
            title="There are no redirects."
            description="A redirect leads visitors from an address of your former site to the new page."
            action={newRedirect}
          />
        ),
      })}
    >
      {question}
      {isMaking && <NewRedirectDialog onClose={() => setMaking(false)} />}
    </ListScreen>
  );
}

type Values = FormValues<typeof redirectInput>;

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
      <TextField<Values>
        name="from"
        label="Old Address"
        placeholder="/about-us"
        hint="Of your former site, without its name. /blog/* takes all below /blog, /?p=12 a page with a number. Addresses of this site, such as /certificates, stay."
        required
      />
      <TextField<Values>
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
