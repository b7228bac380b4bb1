import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, useFieldWiring } from './field.tsx';

export function Textarea({ className, ...own }: ComponentProps<'textarea'>) {
  const props = useFieldWiring(own);
  return (
    <textarea rows={5} translate="no" {...props} className={cx(controlClass, 'min-h-24 py-2.5', className)} />
  );
}
