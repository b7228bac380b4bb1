import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export const linkedCardClass =
  'group relative transition-colors hover:border-edge has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2';

function CardAnchor({ className, children, ...props }: ComponentProps<'a'>) {
  return (
    <a
      {...props}
      className={cx(
        '-my-2 block min-h-11 py-2 after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4',
        'focus-visible:shadow-none focus-visible:outline-none',
        className,
      )}
    >
      {children}
    </a>
  );
}

/** Makes the whole card a link. Takes the props of the router's `Link`. */
export const CardLink = createLink(CardAnchor);
