import { certificateStates } from '@institute/contract/certificates.constants';
import { Button } from '@institute/ui/button.tsx';
import { Award, Printer } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { useMaySee, useRights } from '../../api/rights.ts';
import { makeDateColumn, makeTextColumn, NameCell } from '../../lists/cells.tsx';
import { makeCapitalisedChoices } from '../../lists/choice.tsx';
import type { Column } from '../../lists/column.ts';
import { useCourseFilters } from '../../lists/course-filters.ts';
import { type FiltersProps, makeListScreen } from '../../lists/declared-list.tsx';
import { ExportButton } from '../../lists/export-button.tsx';
import { makeChoiceFilter } from '../../lists/filter.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { keepPreviousRowsOption } from '../../lists/list-search.ts';
import { SearchText } from '../../lists/list-toolbar.tsx';
import { RowButton } from '../../lists/row-button.tsx';
import {
  type CertificateSearch,
  certificateAddress,
  DEFAULT_SORT,
  toCertificateQuery,
} from './certificate-address.ts';
import { CorrectCertificateDialog, WithdrawCertificateDialog } from './certificate-dialogs.tsx';
import { type Certificate, CertificateState, isPrintable } from './certificate-state.tsx';
import { usePrint } from './use-print.ts';

const certificateWords = makeResourceWords({
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
  { ...makeTextColumn('program', 'Program'), phone: 'text' },
  makeDateColumn('issuedOn', 'Issued', 'fact'),
  {
    heading: 'State',
    sort: 'state',
    phone: 'fact',
    cell: ({ state }) => <CertificateState state={state} />,
  },
];

type CertificateStep = { does: 'Correct' | 'Withdraw'; certificate: Certificate };

export const CertificatesPage = makeListScreen({
  words: certificateWords,
  icon: Award,
  address: certificateAddress,
  usualSort: DEFAULT_SORT,
  counted: admin.certificates,
  columns,
  toQuery: toCertificateQuery,
  useRows: (query) => {
    const { isPending } = useRights();
    const certificatesQuery = admin.certificates.list.useQuery(query, keepPreviousRowsOption);
    // The rows appear together with the account's rights, so that no button moves under a finger.
    return isPending ? { ...certificatesQuery, data: undefined } : certificatesQuery;
  },
  filters: (list) => <CertificateFilters {...list} />,
  useParts: ({ filterQuery, found }) => {
    const [step, setStep] = useState<CertificateStep | null>(null);
    const isOwner = useMaySee()('owner');
    const { printOne, printShown, isPending } = usePrint();
    const StepDialog = step?.does === 'Correct' ? CorrectCertificateDialog : WithdrawCertificateDialog;
    const renderStepButton = (does: CertificateStep['does'], certificate: Certificate) => (
      <RowButton does={does} name={certificate.number} onClick={() => setStep({ does, certificate })} />
    );
    return {
      tools: (
        <>
          <ExportButton api={admin.certificates.exportTicket} input={filterQuery} />
          <Button
            variant="outline"
            pending={isPending}
            disabled={!found.data?.total}
            onClick={() => void printShown(filterQuery)}
          >
            <Printer aria-hidden />
            Print All
          </Button>
        </>
      ),
      actions: (certificate) => (
        <>
          {isPrintable(certificate) && (
            <RowButton
              does="PDF"
              name={certificate.number}
              disabled={isPending}
              onClick={() => void printOne(certificate.id)}
            />
          )}
          {isOwner && isPrintable(certificate) && renderStepButton('Correct', certificate)}
          {isOwner && certificate.state === 'valid' && renderStepButton('Withdraw', certificate)}
        </>
      ),
      dialogs: step && <StepDialog certificate={step.certificate} onClose={() => setStep(null)} />,
    };
  },
});

function CertificateFilters({ search, onChange }: FiltersProps<CertificateSearch>) {
  return (
    <FilterBar
      search={<SearchText value={search.q ?? ''} onChange={(q) => onChange({ q })} />}
      filters={[
        ...useCourseFilters(search, onChange, { hasIntakes: false }),
        makeChoiceFilter({
          label: 'State',
          choices: makeCapitalisedChoices(certificateStates),
          value: search.state,
          onChange: (state) => onChange({ state }),
        }),
      ]}
    />
  );
}
