import { deviceStore } from '@institute/ui/browser-storage.ts';

export const PAGES_DATABASE = 'document-pages';
export const KEPT_MS = 24 * 60 * 60 * 1000;
/** When the last page of this device is to be gone. Says nothing of whose they are. */
const END_MARK = 'document-pages-until';

export const markKept = () => deviceStore.setItem(END_MARK, String(Date.now() + KEPT_MS));

/** Every page of the site asks: nobody may open the documents on this device again. */
export function removeOldPages(): void {
  const until = deviceStore.getItem(END_MARK);
  if (until === null || Number(until) > Date.now()) return;
  indexedDB.deleteDatabase(PAGES_DATABASE);
  deviceStore.removeItem(END_MARK);
}
