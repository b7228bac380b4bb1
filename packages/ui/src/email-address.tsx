import { Fragment } from 'react';
import { cx } from './cx.ts';

type EmailAddressProps = { children: string; className?: string };

/** Breaks the address only before "@" and after a dot, underscore, plus or hyphen. */
export function EmailAddress({ children, className }: EmailAddressProps) {
  const [first = '', ...others] = children.match(/@?[^@._+-]*[._+-]|@?[^@._+-]+|@/g) ?? [];
  return (
    // `anywhere` would let a table make the column narrower than its longest word
    <span translate="no" className={cx('min-w-0 wrap-break-word', className)}>
      {first}
      {others.map((word, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text have no other key
        <Fragment key={place}>
          <wbr />
          {word}
        </Fragment>
      ))}
    </span>
  );
}
