import type { FastifyInstance } from 'fastify';
import { serveFeeds } from '../feeds/plugin.ts';
import { answerRedirect } from '../modules/platform/redirects/redirect.plugin.ts';
import { serveNoScriptForms } from '../no-script-forms/plugin.ts';
import { readLook } from '../pages/admin-pages.ts';
import { serveSitePages } from '../pages/pages.ts';
import { serveReference } from '../reference/plugin.ts';
import { serveIcons } from '../site-images/icons.ts';
import { shareImages } from '../site-images/share-images.ts';
import { programs } from './content-list.ts';
import type { ServerParts } from './edge.ts';
import type { Settings } from './options.ts';
import { previewItem, resources } from './resources.ts';

/** Serves the pages for people, and the files for search engines and feed readers. */
export async function servePages(app: FastifyInstance, { config, withPages, apps }: Settings & ServerParts) {
  await app.register(serveFeeds, { config, resources });
  await app.register(serveReference, { config, readLook: () => readLook(app) });
  if (!withPages) return;
  const options = await serveSitePages(app, { config, apps, previewItem, answerRedirect });
  await app.register(shareImages, { ...options, getProgram: programs.service.get });
  await app.register(serveIcons, options);
  await app.register(serveNoScriptForms, options);
}
