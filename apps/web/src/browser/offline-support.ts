import { cacheVisitedPages } from '../features/offline/visited-pages.ts';
import { loadDelivery, loadLateParts } from '../features/registration/late-parts.ts';
import { mayHaveSaved } from '../features/registration/waiting/saved-state.ts';
import type { makeRouter } from '../router.tsx';

type Router = ReturnType<typeof makeRouter>;

export function registerOfflineSupport(router: Router): void {
  startDeliveryIfSaved(router);
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // A browser may refuse to store anything
  cacheVisitedPages(router, loadLateParts).catch(console.info);
}

/**
 * Loads the code only when something may be saved, because few visitors register offline. The form loads it
 * itself.
 */
function startDeliveryIfSaved(router: Router): void {
  const lookForWaiting = async () => {
    if (!(await mayHaveSaved())) return;
    const { startDelivery } = await loadDelivery();
    await startDelivery(router.options.context.send.registration);
  };
  const tryLook = () => lookForWaiting().catch(console.info);
  tryLook();
  addEventListener('online', tryLook);
}
