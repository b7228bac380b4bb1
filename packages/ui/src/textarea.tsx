import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, useFieldControlProps } from './field.tsx';

export function Textarea({ className, onFocus, ...own }: ComponentProps<'textarea'>) {
  const textareaProps = useFieldControlProps(own);
  return (
    <textarea
      rows={5}
      translate="no"
      {...textareaProps}
      onFocus={(event) => {
        onFocus?.(event);
        // A browser shows the line of the caret, but not the label above it
        event.currentTarget.scrollIntoView({ block: 'nearest' });
      }}
      className={cx(controlClass, 'min-h-24 scroll-mt-12 py-2.5', className)}
    />
  );
}
