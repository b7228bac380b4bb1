import { cacheVisitedPages } from '../features/offline/visited-pages.ts';
import { removeOldPages } from '../features/registration/documents/old-pages.ts';
import { loadLateParts, startDeliveryIfSaved } from '../features/registration/late-parts.ts';
import type { makeRouter } from '../router.tsx';

type Router = ReturnType<typeof makeRouter>;

export function registerOfflineSupport(router: Router): void {
  const trySending = () => startDeliveryIfSaved(router.options.context.send).catch(console.info);
  void trySending();
  addEventListener('online', trySending);
  removeOldPages();
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // A browser may refuse to store anything
  cacheVisitedPages(router, loadLateParts).catch(console.info);
}
