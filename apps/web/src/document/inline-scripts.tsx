import { ScriptOnce, useLocation, useRouter } from '@tanstack/react-router';

/** A page that needs scripts has no light form. */
export const mayBeLight = (path: string): boolean => path !== '/registration/mine';

/** At the start of the head, because an inline script after a stylesheet waits for it. Only the server renders them. */
export function InlineScripts() {
  const { light, posted } = useRouter().options.context;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const scripts = light ? [showImages] : [markScripted, submitEarlyChoice];
  if (!light && !posted && mayBeLight(path)) scripts.unshift(spareSlowConnection);
  return (
    <>
      <ScriptOnce>{scripts.map((script) => `(${script})()`).join(';')}</ScriptOnce>
      {light && <style>{lightStyle}</style>}
    </>
  );
}

/**
 * Adds the class `scripted` before the first paint. `page-assets.ts` removes it when a script cannot be
 * loaded: forms and links then work as without scripts. Many browsers lack the media query `scripting`.
 */
function markScripted() {
  if ('noModule' in HTMLScriptElement.prototype) document.documentElement.classList.add('scripted');
}

/** Until React listens, a choice in a filter submits its form, as the hidden button would. */
function submitEarlyChoice() {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || 'hydrated' in document.documentElement.dataset) return;
    if (target.form?.method === 'get') target.form.requestSubmit();
  });
}

/**
 * On a 2g connection, reloads the page in light mode before the rest of it arrives. Later pages come in light
 * mode at once, by the cookie or the header `ECT`.
 */
function spareSlowConnection() {
  const { connection } = navigator as { connection?: { effectiveType: string } };
  if (!/2g/.test(connection?.effectiveType ?? '') || /light=/.test(document.cookie)) return;
  document.cookie = 'light=auto;path=/;max-age=3600;samesite=lax';
  // Without the cookie it would reload for ever
  if (/light=/.test(document.cookie)) location.reload();
}

/** In light mode a link to an image shows it in its own place. */
function showImages() {
  addEventListener('click', (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-image]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.ariaBusy) return;
    link.ariaBusy = 'true';
    const image = new Image();
    image.className = link.className;
    image.style.cssText = link.style.cssText;
    image.alt = link.dataset.image ?? '';
    image.tabIndex = -1;
    image.onload = () => {
      link.replaceWith(image);
      image.focus({ preventScroll: true });
    };
    image.onerror = () => {
      link.ariaBusy = null;
    };
    image.src = link.href;
  });
}

// The fonts of the device; stripes replace bands of pattern, which are files
const lightStyle = `.light{--font-sans:"Figtree Arial","Figtree Roboto",sans-serif;--font-heading:"Bricolage Arial","Bricolage Roboto",sans-serif}
@layer base{[data-image]{display:flex;align-items:end;justify-content:center;padding:4px}
[data-image]>span{position:relative;z-index:1;display:grid;min-height:44px;place-items:center;padding:4px 10px;border-radius:12px;background:#fff;color:#1d1b16;font-size:.875rem;font-weight:600;line-height:1.2;text-align:center;text-decoration:underline}}
[data-band]{background:repeating-linear-gradient(90deg,#0f5a43 0 18px,#f2a71b 0 36px,#efe4d0 0 54px,#b8431d 0 72px)!important}`;
