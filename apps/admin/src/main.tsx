import './styles.css';
import { patchDomForTranslation } from '@institute/ui/patch-dom.ts';
import { reloadOnMissingChunk } from '@institute/ui/reload-on-missing-chunk.ts';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { makeRouter } from './router.tsx';

// Without the class, the page says to old browsers what the admin area needs
if (document.documentElement.classList.contains('scripted')) showOffice();

function showOffice() {
  reloadOnMissingChunk(import.meta.url);
  patchDomForTranslation();

  // Each screen brings its own title.
  document.querySelector('title')?.remove();
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no place for the screens.');
  const root = createRoot(place);
  const router = makeRouter();
  // A transition renders in small steps, and keeps the skeleton until the first screen is ready.
  router.load().then(() => startTransition(() => root.render(<RouterProvider router={router} />)));
}
