import { certificateStates } from '@institute/contract/certificates.constants';
import { Button } from '@institute/ui/button.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { resourceWords } from '../../api/resource-words.ts';
import { useRights } from '../../api/rights.ts';
import { dateColumn, NameCell, textColumn } from '../../lists/cells.tsx';
import type { Column } from '../../lists/column.ts';
import { CourseFilters } from '../../lists/course-filters.tsx';
import { ExportButton } from '../../lists/export-button.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { ListCount } from '../../lists/list-count.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { isNarrowedBy, useListSearch } from '../../lists/list-search.ts';
import { SearchText } from '../../lists/list-toolbar.tsx';
import { Nothing } from '../../lists/nothing.tsx';
import { RowButton } from '../../lists/row-button.tsx';
import { RowTable } from '../../lists/row-table.tsx';
import { DEFAULT_SORT, toCertificateFilter, toCertificateQuery } from './certificate-address.ts';
import { CorrectDialog, WithdrawDialog } from './certificate-dialogs.tsx';
import { type Certificate, CertificateState, isPrintable } from './certificate-state.tsx';
import { usePrint } from './use-print.ts';

const words = resourceWords({
  one: 'certificate',
  many: 'certificates',
  source: 'Choose people who have completed under View Users, and press “Issue Certificates”.',
});

const columns: Column<Certificate>[] = [
  {
    heading: 'Number',
    sort: 'number',
    sortedBy: 'number',
    phone: 'fact',
    cell: ({ number }) => <span className="whitespace-nowrap tabular-nums">{number}</span>,
  },
  {
    heading: 'Name',
    sort: 'holder',
    phone: 'title',
    cell: ({ holder }) => (holder === null ? 'Name erased' : <NameCell>{holder}</NameCell>),
  },
  { ...textColumn('program', 'Program', 'md:min-w-24'), phone: 'text' },
  dateColumn('issuedOn', 'Issued', 'fact'),
  {
    heading: 'State',
    sort: 'state',
    phone: 'fact',
    cell: ({ state }) => <CertificateState state={state} />,
  },
];

type Step = { does: 'Correct' | 'Withdraw'; certificate: Certificate };

export function CertificatesPage() {
  const { search, changeSearch, showAll, paging } = useListSearch(useSearch({ from: '/admin/certificates' }));
  const [step, setStep] = useState<Step | null>(null);
  const { maySee, isPending: areRightsPending } = useRights();
  const isOwner = maySee('owner');
  const { printOne, printShown, isPending } = usePrint();
  const filter = toCertificateFilter(search);
  const isNarrowed = isNarrowedBy(filter);
  const query = toCertificateQuery(search);
  const StepDialog = step?.does === 'Correct' ? CorrectDialog : WithdrawDialog;
  const listed = admin.certificates.list.useQuery(query, { placeholderData: keepPreviousData });
  // Rows come with the account, so that no button changes its place under a finger.
  const found = areRightsPending ? { ...listed, data: undefined } : listed;

  return (
    <ListScreen
      heading="Certificates"
      many={words.many}
      count={<ListCount words={words} api={admin.certificates} found={found} isNarrowed={isNarrowed} />}
      found={found}
      tools={
        <>
          <ExportButton api={admin.certificates.exportTicket} input={filter} />
          <Button
            variant="outline"
            pending={isPending}
            disabled={!found.data?.total}
            onClick={() => void printShown(filter)}
          >
            <Printer aria-hidden />
            Print All
          </Button>
        </>
      }
      filters={
        <FilterBar
          className="items-end md:flex"
          chosen={[search.program, search.state]}
          search={<SearchText value={search.q ?? ''} onChange={(q) => changeSearch({ q })} />}
        >
          <CourseFilters
            search={search}
            onChange={changeSearch}
            hasIntakes={false}
            states={certificateStates}
            className="md:w-52"
          />
        </FilterBar>
      }
      rows={(rows) => (
        <RowTable
          caption="Certificates"
          columns={columns}
          sorting={{ by: query.sort ?? DEFAULT_SORT, onSort: (sort) => changeSearch({ sort }) }}
          actions={(certificate) => (
            <>
              {isPrintable(certificate) && (
                <RowButton
                  does="PDF"
                  name={certificate.number}
                  disabled={isPending}
                  onClick={() => void printOne(certificate.id)}
                />
              )}
              {isOwner && isPrintable(certificate) && (
                <RowButton
                  does="Correct"
                  name={certificate.number}
                  onClick={() => setStep({ does: 'Correct', certificate })}
                />
              )}
              {isOwner && certificate.state === 'valid' && (
                <RowButton
                  does="Withdraw"
                  name={certificate.number}
                  onClick={() => setStep({ does: 'Withdraw', certificate })}
                />
              )}
            </>
          )}
          {...rows}
        />
      )}
      empty={<Nothing words={words} isNarrowed={isNarrowed} onClear={showAll} />}
      paging={paging}
    >
      {step && <StepDialog certificate={step.certificate} onClose={() => setStep(null)} />}
    </ListScreen>
  );
}
