import { LightMode, lightHtml } from '@institute/ui/light-mode.tsx';
import { use } from 'react';

/** HTML that the server has sanitised. */
export function WrittenText({ html }: { html: string }) {
  const bytesOf = import.meta.env.SSR ? use(LightMode) : null;
  return (
    <div className="prose" dangerouslySetInnerHTML={{ __html: bytesOf ? lightHtml(html, bytesOf) : html }} />
  );
}
