import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { onTestFinished } from 'vitest';

/** Puts the server's HTML of a part into the document, as a browser without JavaScript shows it. */
export function renderWithoutScript(part: ReactNode): HTMLElement {
  const container = document.createElement('div');
  container.innerHTML = renderToStaticMarkup(part);
  document.body.append(container);
  onTestFinished(() => container.remove());
  return container;
}
