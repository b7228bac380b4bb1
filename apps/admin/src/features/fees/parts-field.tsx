import { feeLimits } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import { Button } from '@institute/ui/button.tsx';
import { Field } from '@institute/ui/field.tsx';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { findFirstMessage } from '../../forms/field-errors.ts';
import { MoneyInput, readTypedAmount } from '../../forms/money-field.tsx';
import { type PayingPerson, PersonField } from './person-field.tsx';

/** A person's share of a payment. One person alone gets the whole amount. */
export type Share = { person: PayingPerson; amount: string };

/** The form shows faults at `parts`, the values that are sent. */
export type ShareValues = { shares: Share[]; parts: unknown[] };

export const toPaymentParts = <Amount extends number | '' | null>(shares: readonly Share[], amount: Amount) =>
  shares.map(({ person, amount: own }) => ({
    registrationId: person.registrationId,
    amount: shares.length === 1 ? amount : Number(readTypedAmount(own)),
  }));

type PartsFieldProps = { mayChange?: boolean; onAdd?: () => void };

export function PartsField({ mayChange = true, onAdd }: PartsFieldProps) {
  const { watch, getValues, setValue, clearErrors } = useFormContext<ShareValues>();
  const { field, fieldState } = useController<ShareValues, 'parts'>({ name: 'parts' });
  const [isAdding, setAdding] = useState(false);
  const typedShares = watch('shares');
  const error = findFirstMessage(fieldState.error);
  const onPersonOrAmountChange = (next: Share[]) => {
    setValue('shares', next, { shouldDirty: true });
    clearErrors('parts');
  };
  const hasNoShares = typedShares.length === 0;
  const addPerson = (person: PayingPerson | null) => {
    setAdding(false);
    // A search may end after the list has changed
    if (person) onPersonOrAmountChange([...getValues('shares'), { person, amount: '' }]);
  };
  return (
    <div className="flex flex-col gap-3">
      {typedShares.map((share, at) => (
        <div key={share.person.registrationId} className="flex flex-col gap-2">
          <PersonField
            chosen={share.person}
            mayChange={mayChange || at > 0}
            error={undefined}
            onChoose={() => onPersonOrAmountChange(typedShares.filter((_, other) => other !== at))}
          />
          {typedShares.length > 1 && (
            <Field label={`Part of ${share.person.name}`} hint={`In ${place.currency}`} required>
              <MoneyInput
                defaultValue={share.amount}
                onChange={({ target }) =>
                  onPersonOrAmountChange(
                    typedShares.map((other) =>
                      other === share ? { ...share, amount: target.value } : other,
                    ),
                  )
                }
              />
            </Field>
          )}
        </div>
      ))}
      {(hasNoShares || isAdding) && (
        <PersonField
          ref={field.ref}
          chosen={null}
          mayChange
          error={hasNoShares ? error : undefined}
          onChoose={addPerson}
          onLeave={onAdd}
        />
      )}
      {error && !hasNoShares && (
        <p role="alert" className="text-sm text-clay-deep">
          {error}
        </p>
      )}
      {!hasNoShares && !isAdding && typedShares.length < feeLimits.parts && (
        <Button size="sm" variant="outline" className="self-start" onClick={() => setAdding(true)}>
          Split
        </Button>
      )}
    </div>
  );
}
