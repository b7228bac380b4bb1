import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

const badgeTones = {
  neutral: 'bg-sand text-ink',
  green: 'bg-success-soft text-success',
  sun: 'bg-sun-soft text-sun-ink',
  clay: 'bg-clay-soft text-clay-deep',
  sky: 'bg-sky-soft text-sky',
};

export type BadgeTone = keyof typeof badgeTones;

export function Badge({
  tone = 'neutral',
  className,
  ...props
}: ComponentProps<'span'> & { tone?: BadgeTone }) {
  return (
    <span
      {...props}
      className={cx(
        'inline-flex max-w-full items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-semibold wrap-anywhere whitespace-nowrap',
        badgeTones[tone],
        className,
      )}
    />
  );
}

export function makeChipClass(chosen: boolean) {
  return cx(
    'inline-flex min-h-11 items-center rounded-full border px-4 text-base font-semibold transition-colors',
    chosen ? 'border-green bg-green-ground text-on-green' : 'border-edge bg-card text-ink hover:bg-sand',
  );
}
