import { cx } from './cx.ts';

export type FormOutcome = { isDone: boolean; text: string };

/** Stands next to the button of a form. Screen readers announce a failure at once. */
export function OutcomeLine({ outcome }: { outcome: FormOutcome | undefined }) {
  if (!outcome) return null;
  const { isDone, text } = outcome;
  return (
    <p
      role={isDone ? 'status' : 'alert'}
      className={cx('text-sm font-medium', isDone ? 'text-success' : 'text-clay-deep')}
    >
      {text}
    </p>
  );
}
