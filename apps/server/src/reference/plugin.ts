import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseBrowserBarColour, type Look, writeLookStyle } from '@institute/contract/look';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config/config.ts';
import { makePageKeyReader } from '../http/cache/read-key.ts';
import { removeDocumentHeaders } from '../http/policies/security.ts';
import { openApi } from './openapi.ts';
import { writeReferencePage } from './page.ts';

const pageFiles = [
  ['reference.css', 'text/css; charset=utf-8'],
  ['reference.js', 'text/javascript; charset=utf-8'],
] as const;
const fontFile = fileURLToPath(
  import.meta.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2'),
);

/** Colours of the design system, for this page that Tailwind does not build. */
const themeColours = readFileSync(
  fileURLToPath(import.meta.resolve('@institute/ui/styles.css')),
  'utf8',
).match(/--color-[\w-]+: #[\da-f]{6};/g);
const fontFace = `@font-face {
  font-family: "Bricolage Grotesque";
  font-weight: 700;
  font-display: swap;
  src: url("/docs/api/heading.woff2");
}`;
const designCss = `:root {\n${themeColours?.join('\n')}\n}\n${fontFace}\n`;

/** Content policy: everything comes from this site, and no inline script runs. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

type ReferenceOptions = { config: Pick<Config, 'publicUrl'>; readLook(): Promise<Look> };

export async function serveReference(
  app: FastifyInstance,
  { config: { publicUrl }, readLook }: ReferenceOptions,
) {
  app.cacheRoutes(makePageKeyReader([]));

  app.get('/docs/api', async (_, reply) =>
    requireRevalidation(reply)
      .header('content-security-policy', pagePolicy)
      .type('text/html; charset=utf-8')
      .send(writeReferencePage(openApi(), publicUrl, chooseBrowserBarColour((await readLook()).colors))),
  );

  for (const [name, type] of pageFiles) {
    const fileText = readFileSync(join(import.meta.dirname, name), 'utf8');
    const readReferenceFileText = async () =>
      name.endsWith('.css')
        ? designCss + fileText + writeLookStyle(await readLook(), { light: true })
        : fileText;
    app.get(`/docs/api/${name}`, async (_, reply) => {
      removeDocumentHeaders(reply);
      return requireRevalidation(reply)
        .type(type)
        .send(await readReferenceFileText());
    });
  }

  const fontBytes = readFileSync(fontFile);
  app.get('/docs/api/heading.woff2', async (_, reply) => {
    removeDocumentHeaders(reply);
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('font/woff2')
      .send(fontBytes);
  });
}

/** Lets the browser check these files each time, because two versions of them are served during an update. */
const requireRevalidation = (reply: FastifyReply) =>
  reply.header('cache-control', 'public, max-age=0, must-revalidate');
