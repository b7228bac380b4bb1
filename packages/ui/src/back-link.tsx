import { createLink } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

function BackAnchor({ className, children, ...props }: ComponentProps<'a'>) {
  return (
    <a
      {...props}
      className={cx(
        'print:hidden inline-flex min-h-11 items-center gap-2 font-semibold text-green underline-offset-4 hover:underline',
        className,
      )}
    >
      <ArrowLeft className="size-5" strokeWidth={1.75} aria-hidden />
      {children}
    </a>
  );
}

export const BackLink = createLink(BackAnchor);
