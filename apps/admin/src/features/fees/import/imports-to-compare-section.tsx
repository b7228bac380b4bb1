import { formatDateTime } from '@institute/contract/time';
import { admin } from '../../../api/admin.ts';
import type { Column } from '../../../lists/column.ts';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { CompareButton, describeImport, type ImportedStatement } from '../compare-import.tsx';
import { makeAmountColumn, makeTextColumn } from '../fee-columns.tsx';
import { LinePages } from '../line-list.tsx';

const columns: Column<ImportedStatement & { state: string }>[] = [
  { heading: 'When', phone: 'fact', className: 'md:whitespace-nowrap', cell: ({ at }) => formatDateTime(at) },
  { heading: 'What', phone: 'title', cell: describeImport },
  makeAmountColumn('Amount', ({ amount }) => amount),
  makeTextColumn('Imported By', ({ by }) => by),
];

/**
 * Imports by others that nobody has compared with the statement itself. Renders nothing if there are none.
 */
export function ImportsToCompareSection() {
  const { data: imports = [] } = admin.fees.imports.useQuery();
  const comparableImports = imports.filter(({ mayCompare }) => mayCompare);
  if (comparableImports.length === 0) return null;
  return (
    <TitledSection title={`Imports to Compare (${comparableImports.length})`}>
      <p className="text-muted">
        Compare each with the statement on the screen of the operator or the bank. Until then only its
        importer vouches for it.
      </p>
      <LinePages
        caption="Imports to compare"
        columns={columns}
        lines={comparableImports.map((one) => ({ ...one, state: '' }))}
        states={[]}
        actions={(statement) => <CompareButton statement={statement} />}
      />
    </TitledSection>
  );
}
