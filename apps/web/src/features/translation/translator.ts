import './translator.css';
import {
  pageLanguage,
  translatorAttribute,
  translatorCookie,
  translatorScript,
} from '@institute/contract/site.constants';
import { writeCookie } from '@institute/ui/browser-storage.ts';

const LOAD_TIMEOUT_MS = 10_000;

type Translator = { TranslateElement: new (options: object, container: string) => unknown };
declare global {
  interface Window {
    googleTranslateElementInit?: () => void;
    google?: { translate?: Partial<Translator> };
  }
}

let loadingScript: Promise<void> | undefined;

/** `isRemembered` when the language was chosen on an earlier page. */
export async function translatePage(code: string, isRemembered = false): Promise<void> {
  if (code === pageLanguage) return restoreOriginalPage();
  writeCookie(writeTranslatorCookie(code));
  if (!document.documentElement.hasAttribute(translatorAttribute))
    return reloadAsTranslatablePage(isRemembered);
  const isFirstTranslation = !loadingScript;
  loadingScript ??= loadScript();
  try {
    await loadingScript;
  } catch (error) {
    loadingScript = undefined;
    forgetLanguage();
    throw error;
  }
  // On its first start the translator reads the cookie itself
  if (!isFirstTranslation) chooseInTranslator(code);
}

/**
 * Reloads the page with the cookie, because only a page that was requested with it may run the translator.
 */
function reloadAsTranslatablePage(isRemembered: boolean): Promise<void> {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // The page is a saved copy although it was reloaded, so there is no connection
  if (isRemembered && visit?.type === 'reload') {
    forgetLanguage();
    throw new Error('This page cannot be translated without a connection');
  }
  location.reload();
  return new Promise(() => undefined);
}

export const writeTranslatorCookie = (code: string) =>
  `${translatorCookie}=/${pageLanguage}/${code}; path=/; samesite=lax`;

/** The translator may have set the cookie for the parent domains too. */
export function listExpiredCookies(host: string): string[] {
  const hostParts = host.split('.');
  const cookieDomainAttributes = hostParts.map((_, index) => `; domain=${hostParts.slice(index).join('.')}`);
  return ['', ...cookieDomainAttributes].map((domain) => `${translatorCookie}=; path=/; max-age=0${domain}`);
}

function forgetLanguage(): void {
  for (const expiredCookie of listExpiredCookies(location.hostname)) writeCookie(expiredCookie);
}

function restoreOriginalPage(): void {
  forgetLanguage();
  if (loadingScript) location.reload();
}

function chooseInTranslator(code: string): void {
  const languageSelect = document.querySelector<HTMLSelectElement>('select.goog-te-combo');
  if (!languageSelect) location.reload();
  else {
    languageSelect.value = code;
    languageSelect.dispatchEvent(new Event('change'));
  }
}

const loadScript = () =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const rejectLoading = () => {
      delete window.googleTranslateElementInit;
      script.remove();
      reject(new Error('The translator did not come'));
    };
    const timer = setTimeout(rejectLoading, LOAD_TIMEOUT_MS);
    window.googleTranslateElementInit = () => {
      clearTimeout(timer);
      beginTranslation();
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      rejectLoading();
    };
    script.src = `${translatorScript}?cb=googleTranslateElementInit`;
    document.head.append(script);
  });

function beginTranslation(): void {
  const translatorContainer = document.createElement('div');
  translatorContainer.id = 'google_translate_element';
  document.body.append(translatorContainer);
  const { TranslateElement } = window.google?.translate ?? {};
  if (TranslateElement) new TranslateElement({ pageLanguage, autoDisplay: false }, translatorContainer.id);
}
