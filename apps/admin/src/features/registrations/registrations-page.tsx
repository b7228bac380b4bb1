import { needs } from '@institute/contract/rights.constants';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { useUser } from '../../api/user.ts';
import { useItemDeletion } from '../../content/deletable-list.tsx';
import { takeCutForm } from '../../forms/device-form.ts';
import { DeviceFormOffers } from '../../forms/device-form-offer.tsx';
import { BulkOutcome } from '../../lists/bulk-action.tsx';
import { ChooseRow } from '../../lists/chosen-rows.tsx';
import { useColumnChoice } from '../../lists/column-choice.tsx';
import { ListCount } from '../../lists/list-count.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { isNarrowedBy, useListSearch, useOpened } from '../../lists/list-search.ts';
import { Nothing } from '../../lists/nothing.tsx';
import { RowButton } from '../../lists/row-button.tsx';
import { RowTable } from '../../lists/row-table.tsx';
import { DEFAULT_SORT, type DeskSearch, deskPage, toFilter } from './desk-address.ts';
import { DeskBulk, type ShowBulkActions, useBulk } from './desk-bulk-menu.tsx';
import { DeskFilters, DeskTabList, DeskTabPanel, DeskTabs } from './desk-filters.tsx';
import { NewRegistrationButton } from './new-registration-dialog.tsx';
import { RegistrationDialog, type ShowSections } from './registration-dialog.tsx';
import { RegistrationExport } from './registration-export-button.tsx';
import { columns, type RegistrationListRow, registrationList } from './registration-list.tsx';
import { type ShownRegistration, useSteps } from './use-steps.ts';

const { words, nameOf } = registrationList;

type OfOthers = { sections: ShowSections; bulkActions: ShowBulkActions };

export function RegistrationsPage(others: OfOthers) {
  const list = useListSearch(useSearch({ from: '/admin/registrations' }));
  const { search, changeSearch } = list;
  return (
    <DeskTabs search={search} onChange={changeSearch}>
      {/* The filters are made here, so that new rows do not render them again. */}
      <Desk {...others} list={list} filters={<DeskFilters search={search} onChange={changeSearch} />} />
    </DeskTabs>
  );
}

type DeskProps = OfOthers & {
  list: ReturnType<typeof useListSearch<DeskSearch>>;
  filters: ReactNode;
};

function Desk({ list, filters, sections, bulkActions }: DeskProps) {
  const { search, changeSearch, showAll, paging } = list;
  const user = useUser();
  const { data: own } = admin.account.get.useQuery();
  const mayWork = useMaySee()(needs.registrations);
  const [shown, setShown] = useState<ShownRegistration | null>(() => {
    const kept = takeCutForm(words.one, user.email);
    return kept?.id ? { id: kept.id, kept } : null;
  });
  useOpened(search.open, (id) => setShown({ id }));

  const filter = toFilter(search);
  const isNarrowed = isNarrowedBy(filter);
  const query = deskPage(search);
  // Starts the call while the screen renders, not after it.
  admin.registrations.list.usePrefetchQuery(query);
  const found = admin.registrations.list.useQuery(query, {
    placeholderData: keepPreviousData,
  });
  const bulk = useBulk(search);
  const dropRow = (id: number) => bulk.drop([id]);
  const { askToDelete, question } = useItemDeletion<RegistrationListRow>(registrationList, dropRow);
  const { shown: shownColumns, button: columnsButton } = useColumnChoice('registrations', columns);
  const { startAt, step } = useSteps(query, setShown);
  const openRow = (row: RegistrationListRow) => {
    const place = found.data?.items.indexOf(row) ?? -1;
    startAt(place < 0 ? null : query.offset + place);
    setShown(row);
  };

  const showStored = (stored: { id: number }) => {
    startAt(null);
    setShown(stored);
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
        tools={
          <>
            {columnsButton}
            {mayWork && <RegistrationExport filterQuery={filter} ids={bulk.rows.map(({ id }) => id)} />}
            {mayWork && <NewRegistrationButton onStored={showStored} />}
          </>
        }
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
              mayWork={mayWork}
              shown={rows.isOutdated ? [] : (rows.rows ?? [])}
              total={found.data?.total ?? 0}
              isMore={found.data?.isMore ?? false}
            />
            <RowTable
              caption={words.heading}
              lead={(row) => <ChooseRow chosen={bulk} row={row} name={nameOf(row)} />}
              columns={shownColumns}
              sorting={{ by: query.sort ?? DEFAULT_SORT, onSort: (sort) => changeSearch({ sort }) }}
              onOpen={openRow}
              actions={(row) => (
                <>
                  <RowButton does="View" name={nameOf(row)} onClick={() => openRow(row)} />
                  {/* It has its place before the account is known, so that the row does not move. */}
                  {(mayWork || !own) && (
                    <RowButton
                      does="Delete"
                      name={nameOf(row)}
                      disabled={!mayWork}
                      onClick={() => askToDelete(row)}
                    />
                  )}
                </>
              )}
              {...rows}
            />
          </DeskTabPanel>
        )}
        empty={
          <DeskTabPanel status={search.status}>
            <BulkOutcome bulk={bulk} />
            <Nothing words={words} isNarrowed={isNarrowed} onClear={showAll} />
          </DeskTabPanel>
        }
        paging={paging}
      >
        {question}
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
