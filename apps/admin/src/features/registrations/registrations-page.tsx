import { needs } from '@institute/contract/rights.constants';
import { useSearch } from '@tanstack/react-router';
import { ClipboardList } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { useUser } from '../../api/user.ts';
import { useItemDeletion } from '../../content/deletable-list.tsx';
import { takeFormKeptInTab } from '../../forms/device-form.ts';
import { DeviceFormOffers } from '../../forms/device-form-offer.tsx';
import { BulkOutcome } from '../../lists/bulk-action.tsx';
import { makeListScreen } from '../../lists/declared-list.tsx';
import { keepPreviousRowsOption, useItemOpenedByAddress, useListSearch } from '../../lists/list-search.ts';
import { RowButton } from '../../lists/row-button.tsx';
import { DEFAULT_SORT, deskAddress, toListQuery } from './desk-address.ts';
import {
  DeskBulkButtons,
  DeskBulkQuestions,
  type RenderBulkActions,
  useDeskBulk,
} from './desk-bulk-menu.tsx';
import { DeskFilters, DeskTabList, DeskTabPanel, DeskTabs } from './desk-filters.tsx';
import { useDocumentColumns } from './documents-columns.tsx';
import { NewRegistrationButton } from './new-registration-dialog.tsx';
import { RegistrationDialog, type RenderSections } from './registration-dialog.tsx';
import { RegistrationExport } from './registration-export-button.tsx';
import { columns, type RegistrationListRow, registrationList } from './registration-list.tsx';
import { type ShownRegistration, useNeighbourSteps } from './use-steps.ts';

const { words, nameOf } = registrationList;

type DeskRenderers = { sections: RenderSections; bulkActions: RenderBulkActions };

export function RegistrationsPage(others: DeskRenderers) {
  const { search, changeSearch } = useListSearch(useSearch({ from: '/admin/registrations' }));
  return (
    <DeskTabs search={search} onChange={changeSearch}>
      {/* The filters are made here, so that new rows do not render them again. */}
      <RegistrationDesk {...others} filters={<DeskFilters search={search} onChange={changeSearch} />} />
    </DeskTabs>
  );
}

const RegistrationDesk = makeListScreen({
  words,
  icon: ClipboardList,
  address: deskAddress,
  usualSort: DEFAULT_SORT,
  counted: admin.registrations,
  columns,
  toQuery: toListQuery,
  useRows: (query) => {
    // Starts the call while the screen renders, not after it.
    admin.registrations.list.usePrefetchQuery(query);
    const registrationsQuery = admin.registrations.list.useQuery(query, keepPreviousRowsOption);
    return registrationsQuery;
  },
  useParts: (
    { search, filterQuery, found },
    { sections, bulkActions, filters }: DeskRenderers & { filters: ReactNode },
  ) => {
    const user = useUser();
    const { data: own } = admin.account.get.useQuery();
    const mayChangeRegistrations = useMaySee()(needs.registrations);
    const [shown, setShown] = useState<ShownRegistration | null>(() => {
      const keptForm = takeFormKeptInTab(words.one, user.email);
      return keptForm?.id ? { id: keptForm.id, kept: keptForm } : null;
    });
    useItemOpenedByAddress(search.open, (id) => setShown({ id }));

    const deskListQuery = toListQuery(search);
    const documentColumns = useDocumentColumns(found.data?.items ?? []);
    const deskBulk = useDeskBulk(search);
    const dropRowFromChosen = (id: number) => deskBulk.drop([id]);
    const { askToDelete, question } = useItemDeletion<RegistrationListRow>(registrationList, (id) => {
      dropRowFromChosen(id);
      setShown((now) => (now?.id === id ? null : now));
    });
    const { startAt, openAt, leaving, step } = useNeighbourSteps(deskListQuery, setShown);
    const openRow = (row: RegistrationListRow) => {
      const rowPlace = found.data?.items.indexOf(row) ?? -1;
      openAt(row, rowPlace < 0 ? null : deskListQuery.offset + rowPlace);
    };
    const showOtherRegistration = (other: ShownRegistration | null) => {
      startAt(null);
      setShown(other);
    };

    return {
      offers: !shown && (
        <DeviceFormOffers
          words={words}
          email={user.email}
          onRestore={(kept) => showOtherRegistration(kept.id ? { id: kept.id, kept } : null)}
        />
      ),
      tools: (
        <>
          {mayChangeRegistrations && (
            <RegistrationExport filterQuery={filterQuery} ids={deskBulk.rows.map(({ id }) => id)} />
          )}
          {mayChangeRegistrations && <NewRegistrationButton onStored={showOtherRegistration} />}
        </>
      ),
      filters,
      columns: [...columns, ...documentColumns],
      notice: <DeskTabList counted={found.data} />,
      frame: (content) => (
        <DeskTabPanel status={search.status}>
          <BulkOutcome bulk={deskBulk} />
          {content}
        </DeskTabPanel>
      ),
      choosing: {
        ...deskBulk,
        nameOf,
        all: {
          count: found.data?.total ?? 0,
          isMore: found.data?.isMore ?? false,
          choose: () => void deskBulk.chooseAll(),
        },
        actions: <DeskBulkButtons bulk={deskBulk} actions={bulkActions} mayWork={mayChangeRegistrations} />,
      },
      onOpen: openRow,
      actions: (row) => (
        <>
          <RowButton does="View" name={nameOf(row)} onClick={() => openRow(row)} />
          {/* The button has its place before the account is known, so that the row does not move. */}
          {(mayChangeRegistrations || !own) && (
            <RowButton
              does="Delete"
              name={nameOf(row)}
              disabled={!mayChangeRegistrations}
              onClick={() => askToDelete(row)}
            />
          )}
        </>
      ),
      dialogs: (
        <>
          {question}
          <DeskBulkQuestions bulk={deskBulk} />
          {shown && (
            <RegistrationDialog
              sections={sections}
              registration={shown}
              onShow={showOtherRegistration}
              onDecided={dropRowFromChosen}
              onClose={() => setShown(null)}
              onStep={step}
              leaving={leaving}
            />
          )}
        </>
      ),
    };
  },
});
