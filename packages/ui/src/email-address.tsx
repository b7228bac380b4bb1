import { Fragment } from 'react';
import { cx } from './cx.ts';

type EmailAddressProps = { children: string; className?: string };

/** An email address that breaks between its words only: before "@" and after a dot, not inside a name. */
export function EmailAddress({ children, className }: EmailAddressProps) {
  const [first = '', ...others] = children.split(/(?=@)|(?<=[._+-])/);
  return (
    // With `anywhere` a table could make the column narrower than its longest word; with `break-word` it does not.
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
