import { Checkbox } from '@institute/ui/checkbox.tsx';
import { FieldError } from '@institute/ui/field.tsx';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { findFirstMessage } from './field-errors.ts';

type TermsFieldProps<Term extends string> = {
  name: string;
  legend: string;
  hint: string;
  words: Record<Term, string>;
};

export function TermsField<Term extends string>({ name, legend, hint, words }: TermsFieldProps<Term>) {
  const { field, fieldState } = useController<Record<string, Term[]>>({ name });
  const errorId = useId();
  const chosenTerms = field.value;
  return (
    <fieldset aria-describedby={fieldState.error ? errorId : undefined}>
      <legend className="text-base font-semibold">
        {legend}{' '}
        <span aria-hidden className="text-clay-deep">
          *
        </span>
      </legend>
      <p className="text-sm text-muted">{hint}</p>
      <div className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {(Object.keys(words) as Term[]).map((term) => (
          <Checkbox
            key={term}
            checked={chosenTerms.includes(term)}
            onChange={({ target }) =>
              field.onChange(
                target.checked ? [...chosenTerms, term] : chosenTerms.filter((one) => one !== term),
              )
            }
            label={
              <>
                <code translate="no" className="block text-sm font-semibold">
                  {term}
                </code>
                <span className="block text-sm text-muted">{words[term]}</span>
              </>
            }
          />
        ))}
      </div>
      <FieldError id={errorId}>{findFirstMessage(fieldState.error)}</FieldError>
    </fieldset>
  );
}
