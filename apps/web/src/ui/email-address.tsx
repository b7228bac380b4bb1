import { Fragment } from 'react';
import { cx } from './cx.ts';

type EmailAddressProps = { children: string; className?: string };

/** An email address that breaks between its words only: before "@" and after a dot, not inside a name. */
export function EmailAddress({ children, className }: EmailAddressProps) {
  const [first = '', ...others] = children.split(/(?=@)|(?<=[._+-])/);
  return (
    // unlike `anywhere`, `break-word` lets a column be as wide as its longest word
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
