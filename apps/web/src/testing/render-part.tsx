import { createCall } from '@institute/client/call';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect } from 'vitest';
import { makeRouter } from '../router.tsx';
import { site } from './site.ts';

type Answer = { status: number; body: unknown };

/**
 * Renders a part of a page. `answers` are those of the API, by method and path. With `beforeScripts`, the server
 * has rendered it, and that happens before React takes it over.
 */
export async function renderPart(
  part: ReactNode,
  answers: Record<string, () => Answer | Promise<Answer>>,
  beforeScripts?: () => void,
) {
  const sent: { call: string; body: unknown; headers: Record<string, string> }[] = [];
  const call = createCall(async ({ method, path, body, headers }) => {
    const name = `${method} ${path.split('?')[0]}`;
    if (name === 'GET /site') return { status: 200, body: { data: site } };
    sent.push({ call: name, body: body && JSON.parse(body), headers });
    return answers[name]?.() ?? { status: 404, body: { error: { code: 'NOT_FOUND', message: name } } };
  });
  const router = makeRouter(call, 'https://institute.example');
  const { queryClient, queries } = router.options.context;
  const tree = (
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient}>
        <Suspense>{part}</Suspense>
      </QueryClientProvider>
    </RouterContextProvider>
  );
  const container = document.body.appendChild(document.createElement('div'));
  if (beforeScripts) {
    await queryClient.ensureQueryData(queries.site.get());
    container.innerHTML = renderToString(tree);
    beforeScripts();
  }
  await act(async () => void render(tree, { container, hydrate: beforeScripts !== undefined }));
  return { sent };
}

export const makeRefusal = (
  status: number,
  message: string,
  details: { path: string; message: string }[] = [],
) => ({
  status,
  body: {
    error: { code: status === 503 ? 'UNAVAILABLE' : 'VALIDATION_ERROR', message, details, requestId: 'r' },
  },
});

/** Presses the button of a form at once, and again when `first` has come true, before React draws anything. */
export const pressTwice = (button: HTMLElement, first: () => boolean = () => true) =>
  act(async () => {
    const pressSubmit = () => button.closest('form')?.dispatchEvent(new SubmitEvent('submit', onForm));
    pressSubmit();
    await expect.poll(first).toBe(true);
    pressSubmit();
  });
const onForm = { bubbles: true, cancelable: true };
