import { feeMethodNames } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import { toLocalDay } from '@institute/contract/time';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import type { Column } from '../../../lists/column.ts';
import { ExportButton } from '../../../lists/export-button.tsx';
import { RowTable } from '../../../lists/row-table.tsx';
import { Loading } from '../../../ui/load-error.tsx';
import { TitledPage } from '../../../ui/titled-section.tsx';
import { makeAmountColumn } from '../fee-columns.tsx';

type Row = AdminAnswers['fees']['methods'][number] & { id: string };

const columns: Column<Row>[] = [
  { heading: 'Method', phone: 'title', cell: ({ method }) => feeMethodNames[method] },
  makeAmountColumn('Amount', ({ amount }) => amount),
  makeAmountColumn('Movements', ({ count }) => count),
];

/** Of this year until today. */
export function MethodsPage() {
  const to = toLocalDay(new Date());
  const days = { from: `${to.slice(0, 4)}-01-01`, to };
  const query = admin.fees.methods.useQuery(days);
  return (
    <TitledPage title="Methods">
      <ExportButton api={admin.fees.methodsTicket} input={days} />
      <Loading
        query={query}
        failed="The methods could not be loaded"
        skeleton={<Skeletons heights={['h-40']} />}
      >
        {(methods) => (
          <RowTable
            caption={`What came in this year by method, in ${place.currency}`}
            columns={columns}
            rows={methods.map((row) => ({ ...row, id: row.method }))}
            isOutdated={false}
          />
        )}
      </Loading>
    </TitledPage>
  );
}
