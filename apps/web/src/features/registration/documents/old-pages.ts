import { deviceStore } from '@institute/ui/browser-storage.ts';

export const PAGES_DATABASE = 'document-pages';
export const PAGES_KEPT_MS = 24 * 60 * 60 * 1000;
/** When the last page of this device is to be gone. Says nothing of whose they are. */
const PAGES_END_STORAGE_KEY = 'document-pages-until';

export const markPagesKept = () =>
  deviceStore.setItem(PAGES_END_STORAGE_KEY, String(Date.now() + PAGES_KEPT_MS));

/** Every page of the site asks: nobody may open the documents on this device again. */
export function removeOldPages(): void {
  const keptUntilText = deviceStore.getItem(PAGES_END_STORAGE_KEY);
  if (keptUntilText === null || Number(keptUntilText) > Date.now()) return;
  indexedDB.deleteDatabase(PAGES_DATABASE);
  deviceStore.removeItem(PAGES_END_STORAGE_KEY);
}
