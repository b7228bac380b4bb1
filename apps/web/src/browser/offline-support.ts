import { cacheVisitedPages } from '../features/offline/visited-pages.ts';
import { removeOldPages } from '../features/registration/documents/old-pages.ts';
import { loadLateParts, startDeliveryIfSaved } from '../features/registration/late-parts.ts';
import type { makeRouter } from '../router.tsx';

type SiteRouter = ReturnType<typeof makeRouter>;

export function registerOfflineSupport(router: SiteRouter): void {
  const trySendingSavedForms = () => startDeliveryIfSaved(router.options.context.send).catch(console.info);
  void trySendingSavedForms();
  addEventListener('online', trySendingSavedForms);
  removeOldPages();
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // Fails in a browser that refuses to store anything
  cacheVisitedPages(router, loadLateParts).catch(console.info);
}
