import type { ComponentProps, ElementType } from 'react';
import { cx } from './cx.ts';

const tones = {
  plain: 'border border-line bg-card',
  sand: 'bg-sand',
};

type CardProps<T extends ElementType> = {
  as?: T;
  tone?: keyof typeof tones;
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
      className={cx('flex min-w-0 flex-col overflow-hidden rounded-card', tones[tone], className)}
    />
  );
}

export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cx('flex grow flex-col gap-2 p-5 md:p-6', className)} />;
}
