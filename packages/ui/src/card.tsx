import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ElementType } from 'react';
import { cx } from './cx.ts';

const cardTones = {
  plain: 'border border-line bg-card',
  sand: 'bg-sand',
};

type CardProps<T extends ElementType> = {
  as?: T;
  tone?: keyof typeof cardTones;
  className?: string;
} & Omit<ComponentProps<T>, 'as' | 'tone' | 'className'>;

export function Card<T extends ElementType = 'div'>({
  as,
  tone = 'plain',
  className,
  ...props
}: CardProps<T>) {
  const Tag: ElementType = as ?? 'div';
  return (
    <Tag
      {...props}
      className={cx('flex min-w-0 flex-col overflow-hidden rounded-card', cardTones[tone], className)}
    />
  );
}

export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cx('flex grow flex-col gap-2 p-5 md:p-6', className)} />;
}

export const linkedCardClass =
  'group relative transition-colors hover:border-edge has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2';

function CardAnchor({ className, children, ...props }: ComponentProps<'a'>) {
  return (
    <a
      {...props}
      className={cx(
        '-my-2 block min-h-11 py-2 after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4',
        // Where `:has` works, the card shows the outline instead of the link
        'supports-[selector(:has(a))]:focus-visible:shadow-none supports-[selector(:has(a))]:focus-visible:outline-none',
        className,
      )}
    >
      {children}
    </a>
  );
}

/** Makes the whole card a link. Takes the props of the router's `Link`. */
export const CardLink = createLink(CardAnchor);
