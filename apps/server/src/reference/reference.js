// Adds search and copy buttons to the API reference, and keeps the page for use offline.
const findById = (id) => document.getElementById(id);
const findAll = (selector) => [...document.querySelectorAll(selector)];

function makeElement(name, properties = {}, ...children) {
  const newElement = Object.assign(document.createElement(name), properties);
  newElement.append(...children);
  return newElement;
}

document.documentElement.classList.add('scripted');
if (matchMedia('(max-width: 63.99rem)').matches) document.querySelector('.contents').open = false;
reportSavedCopy();
openLinkedDetails();
addEventListener('hashchange', openLinkedDetails);
findById('search').addEventListener('input', filterCalls);
findById('clear').addEventListener('click', () => {
  findById('search').value = '';
  filterCalls();
  findById('search').focus();
});
if (navigator.clipboard) for (const codeFigure of findAll('figure')) addCopyButton(codeFigure);
// Browsers may refuse to store the page; it then works online only.
storePageOffline().catch(() => undefined);

function openLinkedDetails() {
  const linkedElement = findById(decodeURIComponent(location.hash.slice(1)));
  const closedDetails = linkedElement?.closest('details');
  if (!closedDetails || closedDetails.open) return;
  closedDetails.open = true;
  linkedElement.scrollIntoView();
}

function filterCalls() {
  const searchWords = findById('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const shownCalls = new Set();
  for (const callElement of findAll('main [data-call]')) {
    const hasAllWords = searchWords.every((word) => callElement.dataset.words.includes(word));
    callElement.hidden = !hasAllWords;
    if (hasAllWords) shownCalls.add(callElement.dataset.call);
  }
  for (const callNavigationItem of findAll('nav [data-call]'))
    callNavigationItem.hidden = !shownCalls.has(callNavigationItem.dataset.call);
  for (const callGroupElement of findAll('[data-group]'))
    callGroupElement.hidden = !callGroupElement.querySelector('[data-call]:not([hidden])');
  if (searchWords.length > 0) document.querySelector('.contents').open = true;
  findById('none').hidden = shownCalls.size > 0;
  findById('found').textContent = shownCalls.size === 1 ? '1 call' : `${shownCalls.size} calls`;
}

function addCopyButton(figure) {
  const [caption, text] = figure.children;
  const button = makeElement('button', { type: 'button', textContent: 'Copy' });
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

/** Lets the site's service worker store this page and the document. */
async function storePageOffline() {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { active } = await serviceWorker.ready;
  const loadedResourceUrls = performance.getEntriesByType('resource').map(({ name }) => name);
  active.postMessage({
    page: location.pathname,
    parts: [...loadedResourceUrls, '/favicon.svg', '/api/v1/openapi.json'],
  });
}

/** Says when the page was saved. The service worker marks a page that it has stored on this device. */
function reportSavedCopy() {
  const { saved } = document.documentElement.dataset;
  if (saved === undefined) return;
  const savedAtText = saved ? new Date(saved).toLocaleString() : 'an earlier visit';
  document
    .querySelector('header')
    .after(makeElement('p', { className: 'saved', textContent: `Saved copy from ${savedAtText}` }));
}
