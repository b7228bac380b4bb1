import { failedStartsPath } from '@institute/contract/failed-starts.constants';
import { tabStore } from '@institute/ui/browser-storage.ts';

/**
 * After a failed start, this page and later pages of the tab run without scripts. Owners see how often that
 * happens.
 */
export function stayWithoutScripts({ name }: Error): void {
  document.documentElement.classList.remove('scripted');
  // Not in development, where a repaired page should start again
  if (!import.meta.env.DEV) tabStore.setItem('failed-start', name);
  const [browser] = /(?:Chrome|Firefox|Version)\/\d+/.exec(navigator.userAgent) ?? ['unknown'];
  const reportBody = new Blob([JSON.stringify({ name, browser })], { type: 'application/json' });
  navigator.sendBeacon(failedStartsPath, reportBody);
}
