import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { session } from '../../api/admin.ts';
import { type KeptForm, keepForm } from './kept-form.ts';

/** The page goes because the session has ended: what was typed is offered again after signing in. */
export function useKeeping<Values extends FieldValues, Input>(
  form: UseFormReturn<Values, unknown, Input>,
  { resource, email, id, tag }: Omit<KeptForm, 'values'>,
) {
  const { isDirty } = form.formState;
  useEffect(() => {
    if (!isDirty) return;
    const keep = () => {
      if (session.read()) return;
      keepForm({ resource, email, id, tag, values: form.getValues() });
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      // signing out takes the form away without leaving the page
      keep();
    };
  }, [isDirty, resource, email, id, tag, form]);
}
