import type { ShownSite } from '@institute/contract';
import { lookStyleId, writeLookStyle } from '@institute/contract/look';
import { translatorAttribute } from '@institute/contract/site.constants';
import { ScriptOnce, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import { chooseView } from './choose-view.ts';
import { isFastEnoughForScripts } from './good-line.ts';
import { isTaskPath } from './is-task.ts';
import { nameSavedCopy } from './saved-copy.ts';
import { waitingApplicationAttribute } from './waiting.constants.ts';

/** True for pages that work in light mode. The other page needs scripts. */
export const mayPageBeLight = (path: string): boolean => path !== '/registration/mine';

/**
 * The scripts stand at the start of the head, because an inline script after a stylesheet would wait for that
 * stylesheet. Only the server renders them.
 */
export function InlineScripts() {
  const { context, ssr } = useRouter().options;
  const { light, posted, listScripts } = context;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const matchedRoutes = useMatches();
  const matchedRouteIds = matchedRoutes.map(({ routeId }) => routeId);
  const inlineScriptTexts = light ? [writeInlineCall(showLinkedImagesOnClick)] : [];
  if (listScripts) {
    const pageScriptFiles = listScripts(matchedRouteIds);
    const chooseViewScript = writeInlineCall(
      chooseView,
      pageScriptFiles,
      isTaskPath(path),
      translatorAttribute,
      waitingApplicationAttribute,
      isFastEnoughForScripts,
    );
    inlineScriptTexts.push(
      guardByBrowserSupport(
        import.meta.env.DEV ? chooseViewScript.replace(viteImportName, 'import') : chooseViewScript,
      ),
    );
  }
  if (!import.meta.env.DEV)
    inlineScriptTexts.push(guardByBrowserSupport(writeInlineCall(storeDocumentOffline, nameSavedCopy)));
  if (!light && !posted && mayPageBeLight(path)) inlineScriptTexts.unshift(writeInlineCall(chooseLightMode));
  const institute = (matchedRoutes[0]?.loaderData as ShownSite | undefined)?.institute;
  const lookStyle = institute && writeLookStyle(institute, { light });
  const isCheckPage = matchedRouteIds.includes('/certificates/{-$code}');
  if (isCheckPage) inlineScriptTexts.push(writeInlineCall(markUncheckedCertificate));
  return (
    <>
      <ScriptOnce>{inlineScriptTexts.join(';')}</ScriptOnce>
      {listScripts && (
        <script
          type="speculationrules"
          nonce={ssr?.nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: these are rules, not HTML
          dangerouslySetInnerHTML={{ __html: prefetchRules }}
        />
      )}
      {light && <style>{lightStyle}</style>}
      {lookStyle && <style id={lookStyleId}>{lookStyle}</style>}
      {isCheckPage && <style>{uncheckedStyle}</style>}
    </>
  );
}

/** Prefetches the page of a link as soon as the link is touched. On pages with scripts the router does so. */
const prefetchRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/admin*', '/api/*', '/*.*'] } },
          { not: { selector_matches: '[aria-haspopup],[download],[target]' } },
        ],
      },
      eagerness: 'conservative',
    },
  ],
});

const writeInlineCall = <Given extends unknown[]>(
  script: (...given: Given) => void,
  ...given: Given
): string =>
  `(${script})(${given.map((each) => (typeof each === 'function' ? each : JSON.stringify(each))).join()})`;

/**
 * Older browsers run no script of the site. Cascade layers came with Chrome 99 and Safari 15.4,
 * `TransformStream` with Firefox 102.
 */
const guardByBrowserSupport = (script: string): string =>
  `'CSSLayerBlockRule' in self&&'TransformStream' in self&&${script}`;

/** Under `npm run dev`, Vite has written its own name into the text of the function. */
const viteImportName = '__vite_ssr_dynamic_import__';

/**
 * On a 2g connection, reloads the page in light mode before the rest of it arrives. Later pages come in light
 * mode at once, by the cookie or the header `ECT`.
 */
function chooseLightMode() {
  const { connection } = navigator as { connection?: { effectiveType: string } };
  try {
    if (!/2g/.test(connection?.effectiveType ?? '') || /view=/.test(document.cookie)) return;
    document.cookie = 'view=light;path=/;max-age=3600;samesite=lax';
    // Without a stored cookie the page would reload for ever
    if (/view=/.test(document.cookie)) location.reload();
  } catch {
    // Cookies are refused
  }
}

/**
 * Registers the service worker, which keeps the page for a visit without a connection. On a saved copy it
 * adds a note that says so. Pages with scripts do both themselves.
 */
function storeDocumentOffline(nameSavedCopy: (since: string) => string) {
  addEventListener('load', () => {
    const { classList, dataset } = document.documentElement;
    if (classList.contains('scripted')) return;
    navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(console.info);
    const { saved } = dataset;
    if (saved === undefined) return;
    const savedCopyNote = document.createElement('p');
    savedCopyNote.setAttribute('role', 'status');
    savedCopyNote.className =
      'bg-sun-soft px-4 py-2.5 text-center text-base font-semibold text-sun-ink print:hidden';
    const savedCopyDateText = saved
      ? new Date(saved).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
      : '';
    savedCopyNote.textContent = nameSavedCopy(savedCopyDateText);
    document.getElementById('main')?.before(savedCopyNote);
  });
}

/** In light mode, lets a link to an image show the image in the place of the link. */
function showLinkedImagesOnClick() {
  addEventListener('click', (event: MouseEvent) => {
    const imageLink = (event.target as Element).closest<HTMLAnchorElement>('a[data-image]');
    if (!imageLink || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (imageLink.ariaBusy) return;
    imageLink.ariaBusy = 'true';
    const linkedImage = new Image();
    linkedImage.className = imageLink.className;
    linkedImage.style.cssText = imageLink.style.cssText;
    linkedImage.alt = imageLink.dataset.image ?? '';
    linkedImage.tabIndex = -1;
    linkedImage.onload = () => {
      imageLink.replaceWith(linkedImage);
      linkedImage.focus({ preventScroll: true });
    };
    linkedImage.onerror = () => {
      imageLink.ariaBusy = null;
    };
    linkedImage.src = imageLink.href;
  });
}

/**
 * Marks a page whose address has a signature that is not verified yet. The page removes the class after the
 * check.
 */
function markUncheckedCertificate() {
  const addUncheckedMark = () => {
    const isAddressSigned = /^#(\d{200,}|[^.]*\.[^.]*\.[^.]*)$/.test(location.hash);
    if (isAddressSigned) document.documentElement.classList.add('unchecked');
  };
  addUncheckedMark();
  addEventListener('hashchange', addUncheckedMark);
}

// Without the scripts that verify the signature, the certificate shows with a warning
const uncheckedStyle = `[data-paper]{display:contents}
[data-paper=checking],[data-paper=unchecked],.unchecked [data-paper=checked],.unchecked.scripted [data-paper=lines]{display:none}
.unchecked.scripted [data-paper=checking],.unchecked:not(.scripted) [data-paper=unchecked]{display:contents}`;

// Uses the device's fonts, and stripes in place of pattern bands, because both would be files to load
const lightStyle = `.light{--font-sans:"Figtree Arial","Figtree Roboto",sans-serif;--font-heading:"Bricolage Arial","Bricolage Roboto",sans-serif}
[data-image]{display:flex;align-items:end;justify-content:center;padding:4px}
[data-image]>span{position:relative;z-index:1;display:grid;min-height:44px;place-items:center;padding:4px 10px;border-radius:12px;background:#fff;color:#1d1b16;font-size:.875rem;font-weight:600;line-height:1.2;text-align:center;text-decoration:underline}
[data-band]{background:repeating-linear-gradient(90deg,var(--color-green-ground) 0 18px,var(--color-sun) 0 36px,var(--color-sand) 0 54px,var(--color-third) 0 72px)!important}`;
