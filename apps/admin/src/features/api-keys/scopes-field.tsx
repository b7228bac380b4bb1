import { type ApiScope, apiScopes } from '@institute/contract/office.constants';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { FieldError } from '@institute/ui/field.tsx';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { scopeWords } from './scope-words.ts';

type ScopesFieldProps = {
  /** Accounts that may not read health information cannot allow it to a program. */
  mayReadMedical: boolean;
};

export function ScopesField({ mayReadMedical }: ScopesFieldProps) {
  const { field, fieldState } = useController<{ scopes: ApiScope[] }, 'scopes'>({ name: 'scopes' });
  const errorId = useId();
  const chosen = field.value;
  const toggle = (scope: ApiScope) =>
    field.onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  return (
    <fieldset aria-describedby={fieldState.error ? errorId : undefined}>
      <legend className="text-base font-semibold">
        Scopes{' '}
        <span aria-hidden className="text-clay-deep">
          *
        </span>
      </legend>
      <p className="text-sm text-muted">What everybody may read and send needs none of them.</p>
      <div className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {apiScopes.map((scope) => {
          const isHidden = scope === 'medical:read' && !mayReadMedical;
          return (
            <Checkbox
              key={scope}
              disabled={isHidden}
              checked={chosen.includes(scope)}
              onChange={() => toggle(scope)}
              label={
                <>
                  <code translate="no" className="block text-sm font-semibold">
                    {scope}
                  </code>
                  <span className="block text-sm text-muted">
                    {isHidden ? 'Hidden from your account' : scopeWords[scope]}
                  </span>
                </>
              }
            />
          );
        })}
      </div>
      <FieldError id={errorId}>{fieldState.error?.message}</FieldError>
    </fieldset>
  );
}
