import { feeds } from '@institute/contract/feeds.constants';
import { chooseBrowserBarColour, defaultColors } from '@institute/contract/look';
import type { PostedValues } from '@institute/contract/page-bundle';
import bricolage from '@institute/ui/fonts/bricolage-grotesque-basic.woff2?url';
import figtree from '@institute/ui/fonts/figtree-basic.woff2?url';
import { LightMode } from '@institute/ui/light-mode.tsx';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, HeadContent, Scripts } from '@tanstack/react-router';
import { type ReactNode, use } from 'react';
import type { Api } from '../api/api.ts';
import { loadQuery } from '../api/load.ts';
import { loadSite } from '../api/site-data.ts';
import { InlineScripts } from '../document/inline-scripts.tsx';
import type { ListScripts } from '../document/page-assets.ts';
import { ReloadWithoutScripts } from '../features/donations/reload-without-scripts.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { Translation } from '../features/translation/translate-select.tsx';

export type RouterContext = Api & {
  queryClient: QueryClient;
  origin: string;
  /** Only the server sets it, for visitors in light mode. */
  light: boolean;
  /** Only the server sets it, for pages with scripts. */
  listScripts?: ListScripts | undefined;
  posted?: PostedValues | undefined;
};

const preloadFont = (href: string) =>
  ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
    fetchPriority: 'low',
    href,
  }) as const;

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, matches }): Promise<void> => loadSite(context, matches),
  loader: ({ context: { queryClient, queries } }) => loadQuery(queryClient, queries.site.get()),
  head: ({ loaderData, match: { context } }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      ...(import.meta.env.SSR
        ? [
            {
              name: 'theme-color',
              content: chooseBrowserBarColour(loaderData?.institute.colors ?? defaultColors),
            },
            ...(loaderData?.institute.name
              ? [{ property: 'og:site_name', content: loaderData.institute.name }]
              : []),
            { name: 'twitter:card', content: 'summary_large_image' },
          ]
        : []),
    ],
    links: [
      ...(context.light ? [] : [preloadFont(figtree), preloadFont(bricolage)]),
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
      { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
      ...feeds.map(({ title, path }) => ({
        rel: 'alternate',
        type: 'application/rss+xml',
        title,
        href: path,
      })),
    ],
  }),
  shellComponent: Html,
  component: () => <Shell shortcut={<Translation />} />,
});

function Html({ children }: { children: ReactNode }) {
  const lightMode = import.meta.env.SSR && use(LightMode);
  return (
    // React ignores the class that an inline script sets here. Only development would warn about it.
    <html
      lang="en"
      data-view="document"
      className={lightMode ? 'light' : undefined}
      {...(import.meta.env.DEV && { suppressHydrationWarning: true })}
    >
      <head>
        {import.meta.env.SSR && <InlineScripts />}
        <HeadContent />
        {import.meta.env.SSR && <ReloadWithoutScripts />}
      </head>
      <body>
        {children}
        {/* The scripts run once, and remove themselves before React hydrates the page */}
        {import.meta.env.SSR && !lightMode && <Scripts />}
      </body>
    </html>
  );
}
