import { LightMode } from '@institute/ui/light-mode.tsx';
import { use } from 'react';
import { useSite } from '../../api/context.ts';

/** Beside the logo. Light pages have no logo that could say the name instead. */
export function InstituteName({ className }: { className?: string }) {
  const { name, logo, logoHasName } = useSite().institute;
  const light = import.meta.env.SSR && use(LightMode);
  return (
    <span translate="no" className={logo && logoHasName && !light ? 'sr-only' : className}>
      {name}
    </span>
  );
}
