// Adds search and copy buttons to the API reference, and keeps the page for use offline.
const byId = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

document.documentElement.classList.add('scripted');
if (matchMedia('(max-width: 63.99rem)').matches) document.querySelector('.contents').open = false;
reportSavedCopy();
openTarget();
addEventListener('hashchange', openTarget);
byId('search').addEventListener('input', search);
byId('clear').addEventListener('click', () => {
  byId('search').value = '';
  search();
  byId('search').focus();
});
if (navigator.clipboard) for (const figure of all('figure')) addCopyButton(figure);
// A browser may refuse to store anything.
keepForLater().catch(() => undefined);

function openTarget() {
  const target = byId(decodeURIComponent(location.hash.slice(1)));
  const folded = target?.closest('details');
  if (!folded || folded.open) return;
  folded.open = true;
  target.scrollIntoView();
}

function search() {
  const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = new Set();
  for (const call of all('main [data-call]')) {
    const isFound = words.every((word) => call.dataset.words.includes(word));
    call.hidden = !isFound;
    if (isFound) shown.add(call.dataset.call);
  }
  for (const item of all('nav [data-call]')) item.hidden = !shown.has(item.dataset.call);
  for (const group of all('[data-group]')) group.hidden = !group.querySelector('[data-call]:not([hidden])');
  if (words.length > 0) document.querySelector('.contents').open = true;
  byId('none').hidden = shown.size > 0;
  byId('found').textContent = shown.size === 1 ? '1 call' : `${shown.size} calls`;
}

function addCopyButton(figure) {
  const [caption, text] = figure.children;
  const button = element('button', { type: 'button', textContent: 'Copy' });
  button.setAttribute('aria-label', `Copy: ${caption.textContent}`);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text.textContent).then(
      () => {
        button.textContent = 'Copied';
      },
      () => {
        button.textContent = 'Not copied';
      },
    );
  });
  caption.append(button);
}

/** The site's service worker keeps this page and the document. */
async function keepForLater() {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { active } = await serviceWorker.ready;
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  active.postMessage({ page: location.pathname, parts: [...files, '/favicon.svg', '/api/v1/openapi.json'] });
}

/** The service worker marks a page that comes from this device. */
function reportSavedCopy() {
  const { saved } = document.documentElement.dataset;
  if (saved === undefined) return;
  const since = saved ? new Date(saved).toLocaleString() : 'an earlier visit';
  document
    .querySelector('header')
    .after(element('p', { className: 'saved', textContent: `Saved copy from ${since}` }));
}
