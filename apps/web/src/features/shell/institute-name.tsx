import { useRouter } from '@tanstack/react-router';
import { useSite } from '../../api/context.ts';

/** Beside the logo. Light pages have no logo that could say the name instead. */
export function InstituteName({ className }: { className?: string }) {
  const { name, logo, logoHasName } = useSite().institute;
  const { light } = useRouter().options.context;
  return (
    <span translate="no" className={logo && logoHasName && !light ? 'sr-only' : className}>
      {name}
    </span>
  );
}
