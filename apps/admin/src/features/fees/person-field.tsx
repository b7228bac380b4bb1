import { balanceText } from '@institute/contract/fees.constants';
import { Button } from '@institute/ui/button.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

export type Person = { registrationId: number; reference: string; name: string; balance: number };

type PersonFieldProps = {
  chosen: Person | null;
  mayChange: boolean;
  error: string | undefined;
  /** A form focuses the first field that it refuses. */
  ref?: Ref<{ focus: () => void }>;
  onChoose: (person: Person | null) => void;
};

/** Finds people who may pay, also before their acceptance. Enter takes the only one that is found. */
export function PersonField({ chosen, mayChange, error, ref, onChoose }: PersonFieldProps) {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim());
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }));
  const { data, isFetching } = admin.fees.people.useQuery({ q }, { enabled: q !== '' && !chosen });
  const isSearched = q !== '' && q === typed.trim();
  // An earlier answer has the balance of before the last payment
  const found = isSearched && !isFetching ? data : undefined;
  useEffect(() => {
    if (!chosen) input.current?.focus();
  }, [chosen]);
  const choose = (person: Person) => {
    setTyped('');
    onChoose(person);
  };
  if (chosen) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line p-3">
        <p className="min-w-0 wrap-anywhere">
          <strong>{chosen.name}</strong>, <span className="whitespace-nowrap">{chosen.reference}</span>
          <span className="block text-sm text-muted">Balance {balanceText(chosen.balance)}</span>
        </p>
        {mayChange && (
          <Button size="sm" variant="outline" onClick={() => onChoose(null)}>
            Change Person
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label="Person" hint="Name, phone, reference or pay code" required error={error}>
        <Input
          ref={input}
          // Leaves what was recorded in sight above it
          className="scroll-mt-72"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (found?.length === 1 && found[0]) choose(found[0]);
          }}
        />
      </Field>
      <p aria-live="polite" className="sr-only">
        {found && `${found.length} found`}
      </p>
      {found?.length === 0 && <p className="text-sm text-muted">Nobody is found.</p>}
      {found && found.length > 0 && (
        <ul aria-label="People" className="divide-y divide-line rounded-control border border-line">
          {found.map((person) => (
            <li key={person.registrationId}>
              <button
                type="button"
                className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 px-3 py-2 text-left hover:bg-sand"
                onClick={() => choose(person)}
              >
                <span className="min-w-0 wrap-anywhere">
                  {person.name}, {person.reference}
                </span>
                <span className="text-sm text-muted">{balanceText(person.balance)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
