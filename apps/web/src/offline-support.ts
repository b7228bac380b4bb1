import { cacheVisitedPages } from './features/offline/visited-pages.ts';
import { mayHaveSaved } from './features/registration/saved-database.ts';
import type { makeRouter } from './router.tsx';

type Router = ReturnType<typeof makeRouter>;

/** Visited pages can be read without a connection. Saved registrations are sent when it is back. */
export function registerOfflineSupport(router: Router): void {
  deliverWhereNeeded(router);
  const isOffice = location.pathname.startsWith('/admin');
  if (import.meta.env.DEV || isOffice || !('serviceWorker' in navigator)) return;
  // A browser may refuse to store anything.
  cacheVisitedPages(router).catch(console.info);
}

/** Loads the code only with the form, or when something may be saved: few visitors register offline. */
function deliverWhereNeeded(router: Router): void {
  let begun = false;
  const deliver = async () => {
    if (begun) return;
    begun = true;
    const { deliverSaved } = await import('./features/registration/delivery.ts');
    deliverSaved(router.options.context.send.registration);
  };
  const look = () =>
    mayHaveSaved().then((may) => {
      if (may) return deliver();
    }, console.info);
  const isForm = () => router.state.location.pathname.startsWith('/registration');

  if (isForm()) deliver();
  else look();
  addEventListener('online', look);
  router.subscribe('onResolved', () => {
    if (isForm()) deliver();
  });
}
