import type { DeskSort } from '@institute/contract/registrations.constants';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useUser } from '../../api/user.ts';
import { DeleteDialog } from '../../content/deletable-list.tsx';
import { takeCutForm } from '../../forms/device-form.ts';
import { DeviceFormOffers } from '../../forms/device-form-offer.tsx';
import { BulkOutcome } from '../../lists/bulk-action.tsx';
import { ChooseRow } from '../../lists/chosen-rows.tsx';
import { ListCount } from '../../lists/list-count.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { listSearch, useOpened } from '../../lists/list-search.ts';
import { Nothing } from '../../lists/nothing.tsx';
import { RowButton } from '../../lists/row-button.tsx';
import { RowTable } from '../../lists/row-table.tsx';
import { DeskBulk, type ShowBulkActions, useBulk } from './desk-bulk.tsx';
import { DeskFilters, DeskTabList, DeskTabPanel, DeskTabs } from './desk-filters.tsx';
import { DEFAULT_SORT, type DeskSearch, deskPage, deskSearch, toFilter } from './desk-search.ts';
import { RegistrationDialog, type ShowSections } from './registration-dialog.tsx';
import { RegistrationExport } from './registration-export.tsx';
import { columns, type RegistrationListRow, registrationList } from './registration-list.tsx';
import { type ShownRegistration, useSteps } from './use-steps.ts';

const { words, nameOf } = registrationList;

/** What other features add. */
type OfOthers = { sections: ShowSections; bulkActions: ShowBulkActions };

/** The office cannot create or edit registrations. */
export function RegistrationsPage(others: OfOthers) {
  const search = deskSearch(useSearch({ from: '/admin/registrations' }));
  const navigate = useNavigate();
  // Back returns to the previous page.
  const showDesk = (next: DeskSearch, replace = true) =>
    void navigate({ to: '/admin/registrations', search: next, replace, resetScroll: false });
  return (
    <DeskTabs search={search} onSearch={showDesk}>
      {/* The filters are made here, so that new rows do not render them again. */}
      <Desk
        {...others}
        search={search}
        onSearch={showDesk}
        filters={<DeskFilters search={search} onSearch={showDesk} />}
      />
    </DeskTabs>
  );
}

type DeskProps = OfOthers & {
  search: DeskSearch;
  onSearch: (next: DeskSearch, replace?: boolean) => void;
  filters: ReactNode;
};

function Desk({ search, onSearch, filters, sections, bulkActions }: DeskProps) {
  const address = useSearch({ from: '/admin/registrations' });
  const user = useUser();
  const [shown, setShown] = useState<ShownRegistration | null>(() => {
    const kept = takeCutForm(words.one, user.email);
    return kept?.id ? { id: kept.id, kept } : null;
  });
  useOpened(listSearch(address).open, (id) => setShown({ id }));
  const [itemToDelete, setItemToDelete] = useState<RegistrationListRow | null>(null);

  const filter = toFilter(search);
  const isNarrowed = Object.keys(filter).length > 0;
  const query = deskPage(search);
  // Starts the call while the screen renders, not after it.
  admin.registrations.list.usePrefetchQuery(query);
  const found = admin.registrations.list.useQuery(query, {
    placeholderData: keepPreviousData,
  });
  const bulk = useBulk(search);
  const dropRow = (id: number) => bulk.drop([id]);
  const { startAt, step } = useSteps(query, setShown);
  const openRow = (row: RegistrationListRow) => {
    const place = found.data?.items.indexOf(row) ?? -1;
    startAt(place < 0 ? null : query.offset + place);
    setShown(row);
  };
  const sorting = {
    by: query.sort ?? DEFAULT_SORT,
    onSort: (by: string) => onSearch(deskSearch({ ...search, sort: by as DeskSort, page: undefined })),
  };

  return (
    <>
      {!shown && (
        <DeviceFormOffers
          words={words}
          email={user.email}
          onRestore={(kept) => {
            startAt(null);
            setShown(kept.id ? { id: kept.id, kept } : null);
          }}
        />
      )}
      <ListScreen
        heading={words.heading}
        many={words.many}
        count={<ListCount words={words} api={admin.registrations} found={found} isNarrowed={isNarrowed} />}
        found={found}
        tools={<RegistrationExport filterQuery={filter} ids={bulk.rows.map(({ id }) => id)} />}
        filters={
          <>
            {filters}
            <DeskTabList counted={found.data} />
          </>
        }
        rows={(rows) => (
          <DeskTabPanel status={search.status}>
            <DeskBulk
              bulk={bulk}
              actions={bulkActions}
              shown={rows.isOutdated ? [] : (rows.rows ?? [])}
              total={found.data?.total ?? 0}
              isMore={found.data?.isMore ?? false}
            />
            <RowTable
              caption={words.heading}
              lead={(row) => <ChooseRow chosen={bulk} row={row} name={nameOf(row)} />}
              columns={columns}
              sorting={sorting}
              onOpen={openRow}
              actions={(row) => (
                <>
                  <RowButton does="View" name={nameOf(row)} onClick={() => openRow(row)} />
                  <RowButton does="Delete" name={nameOf(row)} onClick={() => setItemToDelete(row)} />
                </>
              )}
              {...rows}
            />
          </DeskTabPanel>
        )}
        empty={
          <DeskTabPanel status={search.status}>
            <BulkOutcome bulk={bulk} />
            <Nothing words={words} isNarrowed={isNarrowed} onClear={() => onSearch({})} />
          </DeskTabPanel>
        }
        paging={{
          page: search.page,
          onPage: (page, replace) => onSearch({ ...search, page }, replace),
          size: search.size,
          onSize: (size) => onSearch({ ...search, page: undefined, size }),
        }}
      >
        <DeleteDialog
          list={registrationList}
          item={itemToDelete}
          onGone={dropRow}
          onClose={() => setItemToDelete(null)}
        />
        {shown && (
          <RegistrationDialog
            sections={sections}
            registration={shown}
            onShow={(other) => {
              startAt(null);
              setShown(other);
            }}
            onDecided={dropRow}
            onClose={() => setShown(null)}
            onStep={step}
          />
        )}
      </ListScreen>
    </>
  );
}
