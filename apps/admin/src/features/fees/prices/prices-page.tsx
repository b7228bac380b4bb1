import { priceInput } from '@institute/contract';
import { formatInstalment, type Instalment, sumInstalments } from '@institute/contract/instalments.constants';
import { formatPrice } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { InstalmentsField, instalmentHints, priceField } from '../../../content/instalments-field.tsx';
import { NumberField } from '../../../forms/fields.tsx';
import { InputDialog } from '../../../forms/input-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../../forms/schema-form.ts';
import { type Column, emptyCellClass } from '../../../lists/column.ts';
import { RowButton } from '../../../lists/row-button.tsx';
import { RowTable } from '../../../lists/row-table.tsx';
import { Loading } from '../../../ui/load-error.tsx';
import { TitledPage } from '../../../ui/titled-section.tsx';

type PricedProgram = AdminAnswers['fees']['prices'][number];
type PricedRow = {
  id: string;
  name: string;
  /** The program's price in UGX. */
  price: number;
  instalments: readonly Instalment[];
  tag: string;
} & ({ programId: number } | { intakeId: number });

const listPricedRows = ({ id, name, price, instalments, tag, intakes }: PricedProgram): PricedRow[] => [
  { id: `program-${id}`, programId: id, name, price, instalments, tag },
  ...intakes.map((intake) => ({
    id: `intake-${intake.id}`,
    intakeId: intake.id,
    price,
    name: `${name}, ${formatDate(intake.startsOn)}`,
    instalments: intake.instalments,
    tag: intake.tag,
  })),
];

const isIntakeRow = (row: PricedRow) => 'intakeId' in row;
/** An intake without instalments of its own costs what its program costs. */
const describePrice = (row: PricedRow): string => {
  if (!isIntakeRow(row)) return formatPrice(row.price);
  return row.instalments.length > 0 ? formatPrice(sumInstalments(row.instalments)) : 'As the program';
};

const columns: Column<PricedRow>[] = [
  {
    heading: 'Program or Intake',
    phone: 'title',
    cell: (row) => <span className={isIntakeRow(row) ? 'md:pl-4' : 'font-semibold'}>{row.name}</span>,
  },
  { heading: 'Price', phone: 'fact', isAmount: true, cell: describePrice },
  {
    heading: 'Instalments',
    phone: 'fact',
    isText: true,
    className: `max-md:wrap-anywhere ${emptyCellClass}`,
    cell: ({ instalments }) => instalments.map(formatInstalment).join(' · '),
  },
];

export function PricesPage() {
  const pricesQuery = admin.fees.prices.useQuery();
  const [edited, setEdited] = useState<PricedRow | null>(null);
  return (
    <TitledPage title="Prices">
      <p className="text-muted">
        What programs cost, and intakes that have instalments of their own. Intakes are listed until a year
        after their start. A change is for who is accepted from now on, and stands in Control.
      </p>
      <Loading query={pricesQuery} failed="The prices could not be loaded" skeleton={null}>
        {(programs) =>
          programs.length === 0 ? (
            <EmptyState icon={Inbox} title="There are no programs yet." />
          ) : (
            <RowTable
              caption="Prices"
              columns={columns}
              rows={programs.flatMap(listPricedRows)}
              isOutdated={pricesQuery.isFetching}
              actions={(row) => <RowButton does="Edit" name={row.name} onClick={() => setEdited(row)} />}
            />
          )
        }
      </Loading>
      {edited && <PriceDialog row={edited} onClose={() => setEdited(null)} />}
    </TitledPage>
  );
}

type PriceValues = FormValues<typeof priceInput>;

function PriceDialog({ row, onClose }: { row: PricedRow; onClose: () => void }) {
  const { mutateAsync: send } = admin.fees.setPrice.useMutation();
  const { instalments, tag: ifMatch } = row;
  const intakeRow = isIntakeRow(row);
  const priceTerms = { instalments: [...instalments], ifMatch };
  const form = useSchemaForm(
    priceInput,
    intakeRow
      ? { ...priceTerms, intakeId: row.intakeId }
      : { ...priceTerms, programId: row.programId, price: row.price },
  );
  const typedPrice = form.watch('price');
  return (
    <InputDialog
      title={row.name}
      submitLabel="Save"
      form={form}
      send={send}
      messages={{ done: 'The price is changed', failed: 'Nothing was changed' }}
      onClose={onClose}
    >
      {!intakeRow && <NumberField<PriceValues> name="price" {...priceField} required />}
      <InstalmentsField
        price={intakeRow ? row.price : Number(typedPrice)}
        hint={instalmentHints[intakeRow ? 'intake' : 'program']}
      />
    </InputDialog>
  );
}
