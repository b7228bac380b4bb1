import { cx } from './cx.ts';

export type Outcome = { isDone: boolean; text: string };

/** Stays next to the button of a form when the toast has gone, which tells screen readers. */
export function OutcomeLine({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return null;
  const { isDone, text } = outcome;
  return <p className={cx('text-sm font-medium', isDone ? 'text-success' : 'text-clay-deep')}>{text}</p>;
}
