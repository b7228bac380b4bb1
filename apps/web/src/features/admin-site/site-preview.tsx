import type { SiteSettings } from '@institute/contract';
import { Skeleton } from '@institute/ui/skeleton.tsx';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useApi } from '../../api/context.ts';
import { makeQueryClient } from '../../api/query-client.ts';
import type { PreviewedPage } from './sections.ts';
import { shownSettings } from './site-values.ts';

const A_WHILE_MS = 20 * 24 * 60 * 60 * 1000;

type SitePreviewProps = PreviewedPage & {
  site: SiteSettings;
  /** Index of the slide to show. */
  slide: number;
};

/**
 * Renders a page of the site with the unsaved values: it fills the cache from which the page reads the settings.
 * The page has the width of the window and is scaled down.
 */
export function SitePreview({ page, part, site, slide }: SitePreviewProps) {
  const { control } = useFormContext();
  const shown = shownSettings(site, useWatch({ control }));
  const slides = [shown.slides[slide] ?? shown.slides[0]];
  const { get, legal } = useApi().queries.site;
  const answer = (queries: QueryClient) => {
    // A time in the future prevents a refetch.
    const rules = { updatedAt: Date.now() + A_WHILE_MS };
    queries.setQueryData<object>(get().queryKey, { ...shown, slides }, rules);
    queries.setQueryData<object>(legal().queryKey, { ...shown, version: 'not saved yet' }, rules);
  };

  const [queries] = useState(() => {
    const made = makeQueryClient();
    answer(made);
    return made;
  });
  useEffect(() => {
    answer(queries);
  });

  const { box, content, zoom } = useView(part);
  // Read from the route: an import would move the page out of the public bundle.
  const Page = useRouter().routesById[page].options.component ?? Skeleton;
  return (
    <figure aria-label="Preview" className="min-w-0 max-xl:order-first xl:sticky xl:top-4 xl:self-start">
      <figcaption className="mb-2 text-sm font-semibold text-muted">Preview</figcaption>
      <div ref={box} className="h-[min(24rem,55vh)] overflow-hidden rounded-card border border-line bg-paper">
        <div ref={content} inert style={{ zoom, width: '100vw' }}>
          <QueryClientProvider client={queries}>
            <Suspense fallback={<Skeleton className="h-96" />}>
              <Page />
            </Suspense>
          </QueryClientProvider>
        </div>
      </div>
    </figure>
  );
}

/** Scales the page to the box, and scrolls its part to the top. */
function useView(part: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(0.3);
  useEffect(() => {
    const [outer, inner] = [box.current, content.current];
    if (!outer || !inner) return;
    const observer = new ResizeObserver(() => {
      setZoom(outer.clientWidth / document.documentElement.clientWidth);
      const seen = part && inner.querySelector(`[aria-label="${part}"]`);
      if (seen) outer.scrollTop += seen.getBoundingClientRect().top - outer.getBoundingClientRect().top;
    });
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [part]);
  return { box, content, zoom };
}
