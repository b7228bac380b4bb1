import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { onTestFinished } from 'vitest';

export function renderWithoutScript(part: ReactNode): HTMLElement {
  const container = document.createElement('div');
  container.innerHTML = renderToStaticMarkup(part);
  document.body.append(container);
  onTestFinished(() => container.remove());
  return container;
}
