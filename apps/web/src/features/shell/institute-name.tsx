import { cx } from '@institute/ui/cx.ts';
import { useSite } from '../../api/context.ts';

/** Next to the logo. Light pages have no logo that could say the name instead. */
export function InstituteName({ className }: { className?: string }) {
  const { name, logo, logoHasName } = useSite().institute;
  return (
    <span translate="no" className={cx(className, logo && logoHasName && 'pictured:sr-only')}>
      {name}
    </span>
  );
}
