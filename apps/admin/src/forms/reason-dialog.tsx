import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { TextField } from './fields.tsx';
import { InputDialog } from './input-dialog.tsx';

type ReasonDialogProps<Values extends FieldValues, Input, Answer> = Omit<
  ComponentProps<typeof InputDialog<Values, Input, Answer>>,
  'children'
> & { hint?: string; children?: ReactNode };

export const ReasonDialog = <Values extends { reason: string | null }, Input, Answer>({
  hint,
  children,
  ...dialog
}: ReasonDialogProps<Values, Input, Answer>) => (
  <InputDialog variant="danger" cancelLabel="Go back" {...dialog}>
    <TextField<{ reason: string }> name="reason" label="Reason" hint={hint} required />
    {children}
  </InputDialog>
);
