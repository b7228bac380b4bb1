import type { FastifyInstance } from 'fastify';
import { serveFeeds } from '../feeds/plugin.ts';
import { answerRedirect } from '../modules/platform/redirects/redirect.plugin.ts';
import { serveNoScriptForms } from '../no-script-forms/plugin.ts';
import { readSiteLook } from '../pages/admin-pages.ts';
import { serveSitePages } from '../pages/pages.ts';
import { serveReference } from '../reference/plugin.ts';
import { serveIcons } from '../site-images/icons.ts';
import { serveShareImages } from '../site-images/share-images.ts';
import { programs } from './content-list.ts';
import type { ServerParts } from './edge.ts';
import type { FilledAppOptions } from './options.ts';
import { previewItem, resources } from './resources.ts';

/** Serves the pages for people, and the files for search engines and feed readers. */
export async function servePages(
  app: FastifyInstance,
  { config, withPages, apps }: FilledAppOptions & ServerParts,
) {
  await app.register(serveFeeds, { config, resources });
  await app.register(serveReference, { config, readLook: () => readSiteLook(app) });
  if (!withPages) return;
  const pageOptions = await serveSitePages(app, { config, apps, previewItem, answerRedirect });
  await app.register(serveShareImages, { ...pageOptions, getProgram: programs.service.get });
  await app.register(serveIcons, pageOptions);
  await app.register(serveNoScriptForms, pageOptions);
}
