type Bar = { text: string; link: { href: string; label: string } };

const openBars = new Set<string>();
const makeNoticeId = (name: string) => `notice-${name}`;

/** Stays when the page changes. Made outside React, so that the first load of a page needs no code for it. */
export async function showBar(name: string, { text, link }: Bar): Promise<void> {
  openBars.add(name);
  await waitUntilHydrated();
  const main = document.getElementById('main');
  if (!main || !openBars.has(name) || document.getElementById(makeNoticeId(name))) return;
  const bar = document.createElement('section');
  bar.id = makeNoticeId(name);
  bar.setAttribute('aria-label', text);
  bar.className =
    'flex flex-wrap items-center justify-center gap-x-4 bg-sun-soft px-4 text-center text-base text-sun-ink print:hidden';
  const words = document.createElement('p');
  words.setAttribute('role', 'status');
  words.className = 'py-2.5 font-semibold';
  words.textContent = text;
  bar.append(words);
  const anchor = document.createElement('a');
  anchor.className = 'inline-flex min-h-11 items-center underline underline-offset-4';
  anchor.href = link.href;
  anchor.textContent = link.label;
  bar.append(anchor);
  main.before(bar);
}

export function hideBar(name: string): void {
  openBars.delete(name);
  document.getElementById(makeNoticeId(name))?.remove();
}

/** A foreign element would make hydration fail, and React would render the whole page again. */
function waitUntilHydrated(): Promise<void> {
  return new Promise((resolve) => {
    if ('hydrated' in document.documentElement.dataset) resolve();
    else addEventListener('hydrated', () => resolve(), { once: true });
  });
}
