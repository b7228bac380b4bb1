import { LightMode } from '@institute/ui/light-mode.tsx';
import { addImageSizes, toLightHtml } from '@institute/ui/written-html.ts';
import { use } from 'react';

/** HTML that the server has sanitised. */
export function WrittenText({ html }: { html: string }) {
  const lightImageBytes = import.meta.env.SSR ? use(LightMode) : null;
  const shownHtml = lightImageBytes ? toLightHtml(html, lightImageBytes) : addImageSizes(html);
  return <div className="prose" dangerouslySetInnerHTML={{ __html: shownHtml }} />;
}
