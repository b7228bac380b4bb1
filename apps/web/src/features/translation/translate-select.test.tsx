import { translatorScript } from '@institute/contract/site.constants';
import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Window } from 'happy-dom';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { chosenLanguage } from './chosen-language.ts';
import { TranslateSelect } from './translate-select.tsx';

/** What the remote translator adds to the page. The tests' DOM does not load its script. */
const translators = document.createElement('select');
translators.className = 'goog-te-combo';
translators.innerHTML = '<option></option><option>fr</option><option>lg</option>';
class TranslateElement {
  constructor() {
    document.body.append(translators);
  }
}
const { settings } = (window as unknown as Window).happyDOM;
settings.handleDisabledFileLoadingAsSuccess = true;
window.google = { translate: { TranslateElement } };
const scripts = () => document.head.querySelectorAll(`script[src^="${translatorScript}"]`);
const observer = new MutationObserver(() => window.googleTranslateElementInit?.());
observer.observe(document.head, { childList: true });

const forgetLanguage = () => cookieStore.delete('googtrans');
beforeEach(forgetLanguage);
afterAll(async () => {
  settings.handleDisabledFileLoadingAsSuccess = false;
  observer.disconnect();
  await forgetLanguage();
  translators.remove();
  for (const script of scripts()) script.remove();
  delete window.google;
});

async function showList() {
  render(<TranslateSelect />);
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Translate this page' });
  await waitFor(() => expect(list.value).toBe('en'));
  return list;
}

/** A browser changes the closed list while it handles a key. */
function step(list: HTMLElement, type: 'keyDown' | 'keyPress', key: string, code: string) {
  const event = createEvent[type](list, { key });
  Object.defineProperties(event, {
    charCode: { value: type === 'keyPress' ? key.charCodeAt(0) : 0 },
    // on a busy machine a key waits long before it is handled
    timeStamp: { value: performance.now() - 5000 },
  });
  fireEvent(list, event);
  fireEvent.change(list, { target: { value: code } });
}
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

test('steps through the closed list with arrows and letters, and translates on Enter', async () => {
  const list = await showList();
  step(list, 'keyDown', 'ArrowDown', 'fr');
  await nextTask();
  step(list, 'keyPress', 'l', 'lg');
  await nextTask();
  expect(list.value).toBe('lg');
  expect(chosenLanguage(document.cookie)).toBe('en');
  expect(scripts()).toHaveLength(0);

  fireEvent.keyDown(list, { key: 'Enter' });
  await waitFor(() => expect(chosenLanguage(document.cookie)).toBe('lg'));
  await waitFor(() => expect(translators.isConnected).toBe(true));
  expect(scripts()).toHaveLength(1);
});

test('translates on a choice in the list that a key has opened, even before the key is released', async () => {
  const list = await showList();
  fireEvent.keyDown(list, { key: ' ' });
  await nextTask();
  fireEvent.change(list, { target: { value: 'fr' } });

  await waitFor(() => expect(chosenLanguage(document.cookie)).toBe('fr'));
  await waitFor(() => expect(translators.isConnected).toBe(true));
});

test('shows the language of the page again when the list is left without Enter', async () => {
  const list = await showList();
  step(list, 'keyDown', 'ArrowDown', 'fr');
  fireEvent.blur(list);

  expect(list.value).toBe('en');
});
