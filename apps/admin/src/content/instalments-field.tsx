import { type Instalment, instalmentLimits, sumInstalments } from '@institute/contract/instalments.constants';
import { formatLocalMoney, formatNumber } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { needs } from '@institute/contract/rights.constants';
import { Button, IconButton } from '@institute/ui/button.tsx';
import { FieldError } from '@institute/ui/field.tsx';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useMaySee } from '../api/rights.ts';
import { NumberField, TextField } from '../forms/fields.tsx';

type InstalmentValues = { instalments: (Omit<Instalment, 'amount'> & { amount: number | null })[] };
type InstalmentsFieldProps = {
  hint: string;
  /** The program's price in UGX. Undefined while the price is not known. */
  price: number | null | undefined;
};

export const instalmentHints = {
  program:
    'Parts of the price, due some days after the start (empty: on acceptance). Without them the whole price is due at the start.',
  intake:
    'Instead of those of the program, for who joins this intake. Due some days after the start (empty: on acceptance).',
};
/** A program's price, for a field of numbers. */
export const priceField = {
  label: 'Price',
  hint: `In ${place.currency}; 1 or less is shown as Free`,
  min: 0,
  step: 0.01,
};

/** Shown in place of the hint to accounts without the right to fees. */
export const priceLockedMessage = 'Set by whoever has the right to fees';

export function InstalmentsField({ hint, price }: InstalmentsFieldProps) {
  const { control } = useFormContext<InstalmentValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'instalments' });
  const { errors } = useFormState({ control, name: 'instalments' });
  const addButton = useRef<HTMLButtonElement>(null);
  const hasMaxInstalments = fields.length >= instalmentLimits.count;
  const readOnly = !useMaySee()(needs.fees);
  const instalmentsFault = errors.instalments?.message ?? errors.instalments?.root?.message;

  const removeItem = (at: number) => {
    remove(at);
    addButton.current?.focus();
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-base font-semibold">Instalments</legend>
      <p className="text-sm text-muted">{readOnly ? priceLockedMessage : hint}</p>
      {fields.map(({ id }, at) => (
        <fieldset
          key={id}
          className="grid min-w-0 grid-cols-2 items-end gap-3 rounded-control border border-line p-3 md:grid-cols-[1fr_10rem_8rem_auto]"
        >
          <legend className="sr-only">Instalment {at + 1}</legend>
          <TextField<InstalmentValues>
            name={`instalments.${at}.label`}
            label="Label"
            readOnly={readOnly}
            className="max-md:col-span-2"
            required
          />
          <NumberField<InstalmentValues>
            name={`instalments.${at}.amount`}
            label="Amount"
            min={instalmentLimits.amount.min}
            step={1}
            readOnly={readOnly}
            required
          />
          <NumberField<InstalmentValues>
            name={`instalments.${at}.dueDays`}
            label="Due Days"
            min={instalmentLimits.dueDays.min}
            step={1}
            readOnly={readOnly}
          />
          {!readOnly && (
            <IconButton
              label={`Remove instalment ${at + 1}`}
              className="text-clay-deep max-md:col-span-2 max-md:justify-self-end"
              onClick={() => removeItem(at)}
            >
              <Trash2 aria-hidden />
            </IconButton>
          )}
        </fieldset>
      ))}
      <FieldError>{instalmentsFault}</FieldError>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {!readOnly && (
          <Button
            ref={addButton}
            variant="outline"
            size="sm"
            aria-disabled={hasMaxInstalments}
            onClick={() => !hasMaxInstalments && append({ label: '', amount: null, dueDays: 0 })}
          >
            {!hasMaxInstalments && <Plus aria-hidden />}
            {hasMaxInstalments ? `At most ${instalmentLimits.count}` : 'Add Instalment'}
          </Button>
        )}
        <InstalmentsSum price={price} />
      </div>
    </fieldset>
  );
}

/** "Instalments: UGX 1,400,000 of 1,500,000" */
function InstalmentsSum({ price }: Pick<InstalmentsFieldProps, 'price'>) {
  const instalments = useWatch<InstalmentValues, 'instalments'>({ name: 'instalments' }) ?? [];
  if (instalments.length === 0) return null;
  const sum = sumInstalments(instalments);
  const sumDiffersFromPrice = typeof price === 'number' && Math.round(price) !== sum;
  return (
    <output className={sumDiffersFromPrice ? 'text-sm font-semibold text-clay-deep' : 'text-sm text-muted'}>
      Instalments: {formatLocalMoney(sum)}
      {typeof price === 'number' && ` of ${formatNumber(price)}`}
    </output>
  );
}
