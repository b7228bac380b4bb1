import { bodyBytes } from '@institute/contract/api.constants';
import type { PageRenderer, PostedValues } from '@institute/contract/page-bundle';
import fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import type { Ctx } from '../../context.ts';
import { SHOW_POSTED_FORM_PARAMETER } from '../../http/cache/read-key.ts';
import { queueRequests } from '../../http/server/request-queue.ts';
import { answerPublicPage, type PageOptions } from '../../pages/page-answer.ts';
import { noDrawings } from '../stand-ins/no-drawings.ts';
import { patience } from './patience.ts';
import type { TestApp } from './test-app.ts';

/** A form as a browser without scripts sends it. */
export const makeFormPost = (
  url: string,
  fields: Record<string, string> | [string, string][],
  { headers, ...more }: InjectOptions = {},
): InjectOptions => ({
  method: 'POST',
  url,
  ...more,
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-mode': 'navigate',
    ...headers,
  },
  payload: new URLSearchParams(fields).toString(),
});

/** Remembers the form that the last page shows again. */
export function makeRememberingRenderer() {
  const last: { posted?: PostedValues | undefined } = {};
  const renderer: PageRenderer = {
    pageParameters: [],
    locate: (path: string) => path,
    ...noDrawings,
    render: async ({ url }, { posted }) => {
      last.posted = posted;
      return new Response(`<p>${url} ${JSON.stringify(posted)}</p>`, {
        headers: { 'content-type': 'text/html' },
      });
    },
  };
  return { renderer, last };
}

/** Goes on to the page that shows a posted form again, as browsers do. */
export function showAgain(site: FastifyInstance, answer: LightMyRequestResponse) {
  const { location = '' } = answer.headers;
  if (!location.includes(`?${SHOW_POSTED_FORM_PARAMETER}=`)) return answer;
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return site.inject({ url: location, headers: { cookie } });
}

/** Forms of the site, which call the API of `t`. */
export async function startFormSite(
  t: TestApp,
  plugins: ((scope: FastifyInstance, options: PageOptions) => Promise<void>)[],
  changeContext: (ctx: Ctx) => Partial<Ctx> = () => ({}),
) {
  const { renderer, last } = makeRememberingRenderer();
  const site = fastify({ bodyLimit: bodyBytes.visitor });
  queueRequests(site, patience.load);
  site.addHook('onRequest', async (request) => {
    const ctx = t.jobContext();
    request.ctx = { ...ctx, ...changeContext(ctx) };
  });
  site.get('/*', (request, reply) => answerPublicPage(request, reply, options));
  const options = {
    app: t.app,
    config: t.config,
    renderer,
    imageBytes: async () => undefined,
    previewItem: async () => null,
  };
  for (const plugin of plugins) await site.register(plugin, options);
  const send = async (form: InjectOptions) => showAgain(site, await site.inject(form));
  return { site, send, last };
}
