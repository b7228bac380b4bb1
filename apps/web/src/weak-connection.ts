import { keepPages } from './features/offline/kept-pages.ts';
import { mayHaveSaved } from './features/registration/saved-database.ts';
import type { makeRouter } from './router.tsx';

type Router = ReturnType<typeof makeRouter>;

/** What was visited can be read, and what was written goes out, whatever the connection does meanwhile. */
export function bearWeakConnections(router: Router): void {
  deliverWhereNeeded(router);
  const isOffice = location.pathname.startsWith('/admin');
  if (import.meta.env.DEV || isOffice || !('serviceWorker' in navigator)) return;
  // a browser may refuse to keep anything
  keepPages(router).catch(console.info);
}

/** Few visitors ever register without a connection: the code comes with the form, or where something may wait. */
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
