import { failedStartsPath } from '@institute/contract/failed-starts.constants';
import { tabStore } from '@institute/ui/browser-storage.ts';

/** After a failed start this page and the next ones of the tab stay without scripts. Owners see how often. */
export function stayDocument({ name }: Error): void {
  document.documentElement.classList.remove('scripted');
  // A mended page starts again while somebody writes it
  if (!import.meta.env.DEV) tabStore.setItem('failed-start', name);
  const [browser] = /(?:Chrome|Firefox|Version)\/\d+/.exec(navigator.userAgent) ?? ['unknown'];
  const report = new Blob([JSON.stringify({ name, browser })], { type: 'application/json' });
  navigator.sendBeacon(failedStartsPath, report);
}
