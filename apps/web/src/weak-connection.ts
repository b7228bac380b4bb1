import { keepPages } from './features/offline/kept-pages.ts';
import { deliverSaved } from './features/registration/delivery.ts';
import type { makeRouter } from './router.tsx';

/** What was visited can be read, and what was written goes out, whatever the connection does meanwhile. */
export function bearWeakConnections(router: ReturnType<typeof makeRouter>): void {
  deliverSaved(router.options.context.send.registration);
  const isOffice = location.pathname.startsWith('/admin');
  if (import.meta.env.DEV || isOffice || !('serviceWorker' in navigator)) return;
  // a browser may refuse to keep anything
  keepPages(router).catch(console.info);
}
