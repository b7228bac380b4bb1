import type { Site } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import {
  chooseBrowserBarColour,
  defaultLook,
  type Look,
  lookStyleId,
  writeLookStyle,
} from '@institute/contract/look';
import type { BuildManifest, PageRenderer } from '@institute/contract/page-bundle';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { callInProcess } from '../http/in-process-call.ts';
import { letRoutesSkipQueue } from '../http/server/request-queue.ts';
import { hashScript, makeContentPolicy } from './content-policy.ts';

type AdminApp = {
  files: readonly string[];
  html(page: AdminPage, url: string, route: AdminRoute | undefined): Promise<string>;
};

export type AdminPage = 'index.html' | 'sign-in.html';
export type AdminRoute = { file: string; pattern: string };

export type BuiltWebAndAdmin = { renderer: PageRenderer; admin: AdminApp };

/**
 * Lists the files of the routes. The dashboard has no file of its own in the manifest, because the first script
 * contains it.
 */
export const listRouteFiles = (manifest: BuildManifest): string[] => [
  'src/routes/admin/index.tsx',
  ...Object.keys(manifest).map((key) => key.replace(/\?.*/, '')),
];

/** Matches the inline scripts of the admin page, which check whether the browser can run the page. */
const inlineScriptPattern = /<script>(.*?)<\/script>/gs;

const ADMIN_ROUTE_FILE_PATTERN = /^src\/routes\/(admin_?\/.+)\.tsx$/;
const signInPathPattern = /^\/admin\/(?:login|signup|forgot-password|reset-password|invitation)$/;
/** Matches addresses that give access to an account. Their pages send no referrer, not even to this site. */
const secretTokenPathPattern = /^\/admin\/(?:reset-password|invitation)$/;

/**
 * Makes the pattern of a route from its file: `admin_/registrations.$id.print` → `/admin/registrations/:id/print`,
 * `admin/posts_.$id` → `/admin/posts/:id`.
 */
const makeRouteFilePattern = (file: string) =>
  `/${file}`
    .replace(/_(?=[./])/g, '')
    .replaceAll('.', '/')
    .replaceAll('$', ':')
    .replace(/\/index$/, '');

export function makeAdminRouteFinder(files: readonly string[]): (path: string) => AdminRoute | undefined {
  const routesWithAddressPatterns = files.flatMap((file) => {
    const routeName = ADMIN_ROUTE_FILE_PATTERN.exec(file)?.[1];
    if (!routeName || /(?:\/route|\$)$/.test(routeName)) return [];
    const routePattern = makeRouteFilePattern(routeName);
    // The last part of a form's address is an id, or `new` for a new item
    const addressPattern = routePattern.replace(/:\w+$/, '(?:[1-9]\\d*|new)').replace(/:\w+/g, '[1-9]\\d*');
    return { file, pattern: routePattern, address: new RegExp(`^${addressPattern}$`) };
  });
  return (path) => routesWithAddressPatterns.find(({ address }) => address.test(path));
}

/** Adds the colours of the office, so that they show before the scripts have loaded. */
const applyLook = (html: string, look: Look): string =>
  html
    .replace(/(?<=name="theme-color" content=")[^"]*/, chooseBrowserBarColour(look.colors))
    .replace('</head>', `<style id="${lookStyleId}">${writeLookStyle(look)}</style></head>`);

/** Reads the look of the site. Returns the default look while the site cannot be read. */
export async function readSiteLook(app: FastifyInstance): Promise<Look> {
  const { statusCode, rawPayload } = await callInProcess(app, { url: `${apiPrefix}/site` });
  if (statusCode !== 200) return defaultLook;
  return (JSON.parse(rawPayload.toString()) as { data: Site }).data.institute;
}

type AdminPagesOptions = {
  config: Pick<Config, 'dev' | 'publicUrl' | 'uploadUrl'>;
  admin: AdminApp;
  routeOf: (path: string) => AdminRoute | undefined;
};

export async function serveAdminPages(
  scope: FastifyInstance,
  { config, admin, routeOf }: AdminPagesOptions,
): Promise<void> {
  letRoutesSkipQueue(scope);
  const answerAdminPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const requestPath = request.url.split('?', 1)[0] ?? '';
    const adminRoute = routeOf(requestPath);
    request.patternOfPage = adminRoute?.pattern ?? 'none';
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    if (secretTokenPathPattern.test(requestPath)) {
      reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
    }
    // No policy in development, where the inline scripts of vite change with every edit
    const builtHtml = await admin.html(
      signInPathPattern.test(requestPath) ? 'sign-in.html' : 'index.html',
      request.url,
      adminRoute,
    );
    const htmlWithLook = applyLook(builtHtml, await readSiteLook(scope));
    const scriptHashes = Array.from(htmlWithLook.matchAll(inlineScriptPattern), ([, script = '']) =>
      hashScript(script),
    );
    if (config.dev) reply.removeHeader('content-security-policy');
    else
      reply.header(
        'content-security-policy',
        makeContentPolicy({ route: '/admin', scripts: scriptHashes }, config),
      );
    reply.status(adminRoute ? 200 : 404);
    return htmlWithLook;
  };
  scope.get('/admin', answerAdminPage);
  scope.get('/admin/*', answerAdminPage);
}
