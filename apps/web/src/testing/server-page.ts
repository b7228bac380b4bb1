import type { RenderContext } from '@institute/contract/page-bundle';
import { within } from '@testing-library/dom';
import { Window } from 'happy-dom';
import { onTestFinished } from 'vitest';
import { createRenderer } from '../entry-server.tsx';
import { site } from './site.ts';

export const origin = 'https://institute.example';
export const nonce = 'f00d';
const { render } = createRenderer();
export const makeFailure = (status: number, code: string) => ({
  status,
  body: { error: { code, message: 'Program not found', details: [], requestId: 'r' } },
});
export const makeDataAnswer = (data: object) => () => ({ status: 200, body: { data } });
const answers: Record<string, () => { status: number; body: unknown }> = {
  '/site': makeDataAnswer(site),
  '/programs/999': () => makeFailure(404, 'NOT_FOUND'),
  '/programs/abc': () => makeFailure(400, 'VALIDATION_ERROR'),
};
export const listAnswer =
  (items: object[], total = items.length) =>
  () => ({ status: 200, body: { data: items, meta: { total, limit: 1000, offset: 0 } } });
const emptyList = listAnswer([])();

export async function renderPage(
  path: string,
  own: typeof answers = {},
  more: Pick<RenderContext, 'posted' | 'light'> = {},
) {
  const known = { ...answers, ...own };
  const patterns: string[] = [];
  const response = await render(new Request(origin + path), {
    origin,
    nonce,
    ...more,
    onMatch: (pattern) => patterns.push(pattern),
    send: async ({ path: asked }) => known[asked]?.() ?? emptyList,
  });
  const { status, headers } = response;
  return { status, location: headers.get('location'), patterns, html: await response.text() };
}

export async function readPage(...asked: Parameters<typeof renderPage>) {
  const rendered = await renderPage(...asked);
  const window = new Window({ url: origin + asked[0], settings: { disableJavaScriptEvaluation: true } });
  onTestFinished(() => window.happyDOM.close());
  const document = new window.DOMParser().parseFromString(rendered.html, 'text/html') as unknown as Document;
  return { ...rendered, document, ...within(document.body) };
}

export const listLinks = (part: HTMLElement) =>
  Array.from(part.querySelectorAll('a[href]'), (link) => [
    link.textContent?.trim(),
    link.getAttribute('href'),
  ]);
export const readMeta = (document: Document, name: string) =>
  document.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
