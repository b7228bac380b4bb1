import type { ComponentProps } from 'react';

/** Read out, not shown. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className="sr-only" />;
}
