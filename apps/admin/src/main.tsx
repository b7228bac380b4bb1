import './styles.css';
import { patchDomForTranslation } from '@institute/ui/patch-dom.ts';
import { reloadOnMissingChunk } from '@institute/ui/reload-on-missing-chunk.ts';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { makeRouter } from './router.tsx';

// Old browsers lack the class. The page then tells them what the admin area needs
if (document.documentElement.classList.contains('scripted')) showOffice();

function showOffice() {
  reloadOnMissingChunk(import.meta.url);
  patchDomForTranslation();

  // Each screen brings its own title.
  document.querySelector('title')?.remove();
  const rootElement = document.getElementById('root');
  if (!rootElement) throw new Error('The page has no place for the screens.');
  const reactRoot = createRoot(rootElement);
  const router = makeRouter();
  // A transition renders in small steps, and keeps the skeleton until the first screen is ready.
  router.load().then(() => startTransition(() => reactRoot.render(<RouterProvider router={router} />)));
}
