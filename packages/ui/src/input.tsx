import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, useFieldWiring } from './field.tsx';

export function Input({ className, ...own }: ComponentProps<'input'>) {
  const props = useFieldWiring(own);
  return <input translate="no" {...props} className={cx(controlClass, 'h-12 md:h-11', className)} />;
}
