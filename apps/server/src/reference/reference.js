// Adds search, copy buttons and "Try it" to the API reference, and keeps the page for use offline.
const byId = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

const MAX_SHOWN = 100_000;
const ANSWER_TIMEOUT_MS = 30_000;

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

document.documentElement.classList.add('scripted');
if (matchMedia('(max-width: 63.99rem)').matches) document.querySelector('.contents').open = false;
tellSavedCopy();
openTarget();
addEventListener('hashchange', openTarget);
byId('search').addEventListener('input', search);
byId('clear').addEventListener('click', () => {
  byId('search').value = '';
  search();
  byId('search').focus();
});
for (const place of all('[data-try]')) {
  place.firstElementChild.addEventListener('click', () => openForm(place));
}
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

let loading;
function loadDocument() {
  loading ??= fetch('/api/v1/openapi.json')
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`Answer ${answer.status}`))))
    .catch((error) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

async function openForm(place) {
  const [button] = place.children;
  button.disabled = true;
  place.querySelector('.fault')?.remove();
  try {
    const call = callIn(await loadDocument(), place.dataset.try);
    const form = formOf(call);
    place.replaceChildren(form);
    form.querySelector('input, select, textarea, button').focus();
  } catch {
    button.disabled = false;
    place.append(
      element('p', {
        className: 'fault',
        role: 'alert',
        textContent: 'The form could not be loaded. Please try again when you are online.',
      }),
    );
  }
}

function callIn({ paths }, id) {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === id) return { path, method: method.toUpperCase(), operation };
    }
  }
  throw new Error(`There is no call ${id}`);
}

function formOf(call) {
  const { parameters, requestBody, operationId } = call.operation;
  const form = element('form', { ariaLabel: `Try ${operationId}` });
  const fields = parameters.map((parameter) => ({ parameter, input: inputFor(parameter) }));
  for (const { parameter, input } of fields) {
    input.id = `${operationId}-${parameter.name}`;
    const words = `${parameter.name}${parameter.required ? ' *' : ''}`;
    form.append(element('div', {}, element('label', { htmlFor: input.id, textContent: words }), input));
  }
  const body = requestBody && bodyInput(requestBody);
  if (body) {
    body.id = `${operationId}-body`;
    const words = body.type === 'file' ? 'Picture *' : 'Body (JSON)';
    form.append(element('div', {}, element('label', { htmlFor: body.id, textContent: words }), body));
  }
  const send = element('button', { className: 'main', textContent: 'Send' });
  const outcome = element('p', { role: 'status' });
  const details = element('div');
  form.append(send, outcome, details);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const request = requestOf(call, fields, body);
    if (call.method !== 'GET' && !(await isConfirmed(`${call.method} ${request.url}`))) return;
    send.disabled = true;
    outcome.className = '';
    outcome.textContent = 'Sending …';
    details.replaceChildren();
    const { isGood, words, blocks = [] } = await answerTo(request);
    outcome.className = isGood ? '' : 'fault';
    outcome.textContent = words;
    details.replaceChildren(...blocks);
    send.disabled = false;
  });
  return form;
}

function inputFor({ schema, required, in: place, name, example }) {
  const choices = schema.enum;
  const input = choices
    ? element('select', {}, ...['', ...choices].map((choice) => new Option(choice || 'any', choice)))
    : element('input', { type: 'text', autocomplete: 'off', spellcheck: false });
  input.required = required;
  if (place === 'path') input.value = example ?? '';
  else if (name === 'Idempotency-Key') input.value = crypto.randomUUID?.() ?? '';
  else if (example !== undefined) input.placeholder = `such as ${example}`;
  else if (schema.default !== undefined) input.placeholder = `${schema.default}`;
  return input;
}

function bodyInput({ content }) {
  const [[type, { example }]] = Object.entries(content);
  if (type === 'multipart/form-data')
    return element('input', { type: 'file', accept: 'image/*', required: true });
  return element('textarea', { value: JSON.stringify(example, null, 2), spellcheck: false, required: true });
}

function requestOf({ path, method }, fields, body) {
  const headers = {};
  const query = new URLSearchParams();
  let address = path;
  for (const { parameter, input } of fields) {
    const value = input.value.trim();
    if (parameter.in === 'path') address = address.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (value !== '' && parameter.in === 'query') query.set(parameter.name, value);
    else if (value !== '') headers[parameter.name] = value;
  }
  const key = byId('key').value.trim();
  if (key) headers.authorization = `Bearer ${key}`;
  const isFile = body?.type === 'file';
  if (body && !isFile) headers['content-type'] = 'application/json';
  const upload = new FormData();
  if (isFile) upload.set('file', body.files[0]);
  return {
    url: query.size > 0 ? `${address}?${query}` : address,
    // without the cookies of a signed-in account
    options: { method, headers, credentials: 'omit', body: isFile ? upload : body?.value },
  };
}

function isConfirmed(text) {
  const dialog = byId('confirm');
  byId('confirm-call').textContent = text;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'send'), { once: true });
  });
}

async function answerTo({ url, options }) {
  const startedAt = performance.now();
  try {
    const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    const text = await answer.text();
    const took = Math.round(performance.now() - startedAt);
    const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    return {
      isGood: answer.ok || answer.status === 304,
      words: `${answer.status} ${answer.statusText} in ${took} ms`,
      blocks: [block('Headers', headers), block('Body', readable(text))],
    };
  } catch (error) {
    const words =
      error.name === 'TimeoutError'
        ? 'No answer came in time. The call may have been done.'
        : error.name === 'TypeError' && navigator.onLine && /header|value/i.test(error.message)
          ? 'A header or the API key holds a sign that cannot be sent.'
          : 'No answer came. Are you offline?';
    return { isGood: false, words };
  }
}

function block(title, text) {
  const code = element(
    'pre',
    { tabIndex: 0, role: 'group', ariaLabel: title },
    element('code', { textContent: text }),
  );
  return element('figure', {}, element('figcaption', { textContent: title }), code);
}

function readable(text) {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // not every answer is JSON
  }
  return shown.length > MAX_SHOWN
    ? `${shown.slice(0, MAX_SHOWN)}\n… ${shown.length - MAX_SHOWN} more signs`
    : shown;
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
function tellSavedCopy() {
  const { saved } = document.documentElement.dataset;
  if (saved === undefined) return;
  const since = saved ? new Date(saved).toLocaleString() : 'an earlier visit';
  document
    .querySelector('header')
    .after(element('p', { className: 'saved', textContent: `Saved copy from ${since}` }));
}
