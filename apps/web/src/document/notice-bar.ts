type NoticeBar = { text: string; link: { href: string; label: string } };

const openBarNames = new Set<string>();
const makeNoticeId = (name: string) => `notice-${name}`;

/**
 * Shows a bar that stays when the page changes. It is made outside React, so that a page's first load needs
 * no code for it.
 */
export async function showNoticeBar(name: string, { text, link }: NoticeBar): Promise<void> {
  openBarNames.add(name);
  await waitUntilHydrated();
  const main = document.getElementById('main');
  if (!main || !openBarNames.has(name) || document.getElementById(makeNoticeId(name))) return;
  const barElement = document.createElement('section');
  barElement.id = makeNoticeId(name);
  barElement.setAttribute('aria-label', text);
  barElement.className =
    'flex flex-wrap items-center justify-center gap-x-4 bg-sun-soft px-4 text-center text-base text-sun-ink print:hidden';
  const barText = document.createElement('p');
  barText.setAttribute('role', 'status');
  barText.className = 'py-2.5 font-semibold';
  barText.textContent = text;
  barElement.append(barText);
  const barLink = document.createElement('a');
  barLink.className = 'inline-flex min-h-11 items-center underline underline-offset-4';
  barLink.href = link.href;
  barLink.textContent = link.label;
  barElement.append(barLink);
  main.before(barElement);
}

export function hideNoticeBar(name: string): void {
  openBarNames.delete(name);
  document.getElementById(makeNoticeId(name))?.remove();
}

/**
 * Waits, because an element that React does not know would make hydration fail, and React would render the
 * whole page again.
 */
function waitUntilHydrated(): Promise<void> {
  return new Promise((resolve) => {
    if ('hydrated' in document.documentElement.dataset) resolve();
    else addEventListener('hydrated', () => resolve(), { once: true });
  });
}
