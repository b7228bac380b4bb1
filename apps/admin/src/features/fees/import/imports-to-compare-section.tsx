import { formatDateTime } from '@institute/contract/time';
import { admin } from '../../../api/admin.ts';
import type { Column } from '../../../lists/column.ts';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { CompareButton, describeImport, type ImportedStatement } from '../compare-import.tsx';
import { makeAmountColumn, makeTextColumn } from '../fee-columns.tsx';
import { LinePages } from '../line-list.tsx';

const columns: Column<ImportedStatement & { state: string }>[] = [
  { heading: 'When', phone: 'fact', className: 'md:whitespace-nowrap', cell: ({ at }) => formatDateTime(at) },
  { heading: 'What', phone: 'title', isWhole: true, cell: describeImport },
  makeAmountColumn('Amount', ({ amount }) => amount),
  makeTextColumn('Imported By', ({ by }) => by),
];

/** Imports of others that nobody has held against the statement itself. Nothing where there is none. */
export function ImportsToCompareSection() {
  const { data: imports = [] } = admin.fees.imports.useQuery();
  const others = imports.filter(({ mayCompare }) => mayCompare);
  if (others.length === 0) return null;
  return (
    <TitledSection title={`Imports to Compare (${others.length})`}>
      <p className="text-muted">
        Compare each with the statement on the screen of the operator or the bank. Until then only its
        importer vouches for it.
      </p>
      <LinePages
        caption="Imports to compare"
        columns={columns}
        lines={others.map((one) => ({ ...one, state: '' }))}
        states={[]}
        actions={(statement) => <CompareButton statement={statement} />}
      />
    </TitledSection>
  );
}
