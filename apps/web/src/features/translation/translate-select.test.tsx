import { chosenLanguage, translatorMark, translatorScript } from '@institute/contract/site.constants';
import { takeToasts } from '@institute/ui/toast.ts';
import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Window } from 'happy-dom';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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
let isReached = true;
const observer = new MutationObserver(() => isReached && window.googleTranslateElementInit?.());
observer.observe(document.head, { childList: true });

const forgetLanguage = () => cookieStore.delete('googtrans');
beforeEach(async () => {
  await forgetLanguage();
  document.documentElement.setAttribute(translatorMark, '');
});
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
    // On a busy machine a key waits long before it is handled
    timeStamp: { value: performance.now() - 5000 },
  });
  fireEvent(list, event);
  fireEvent.change(list, { target: { value: code } });
}
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

test('offers 58 languages, none twice, and loads nothing before one is chosen', async () => {
  const list = await showList();
  const names = Array.from(list.options, ({ text }) => text);
  const codes = Array.from(list.options, ({ value }) => value);
  expect([names.length, new Set(names).size, new Set(codes).size]).toEqual([58, 58, 58]);
  const some = ['English', 'Luganda', 'Kiswahili (Swahili)', 'Français (French)', 'العربية (Arabic)'];
  expect(names).toEqual(expect.arrayContaining(some));
  expect(scripts()).toHaveLength(0);
});

test('loads a page that does not admit the translator again, with the language in its cookie', async () => {
  document.documentElement.removeAttribute(translatorMark);
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  onTestFinished(() => reload.mockRestore());
  const list = await showList();
  fireEvent.change(list, { target: { value: 'fr' } });
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(chosenLanguage(document.cookie)).toBe('fr');
  expect(scripts()).toHaveLength(0);
});

test('does so once, and then says that the translation could not be loaded', async () => {
  document.documentElement.removeAttribute(translatorMark);
  await cookieStore.set('googtrans', '/en/fr');
  const told: string[] = [];
  onTestFinished(takeToasts(({ title }) => told.push(title)));
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const visit = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as never]);
  onTestFinished(() => {
    reload.mockRestore();
    visit.mockRestore();
  });
  await showList();
  await waitFor(() => expect(told).toEqual(['Translation could not be loaded']));
  expect(reload).not.toHaveBeenCalled();
  expect(chosenLanguage(document.cookie)).toBe('en');
});

test.each([
  ['fails', () => scripts()[0]?.dispatchEvent(new Event('error'))],
  ['does not answer within 10 s', () => vi.advanceTimersByTime(10_000)],
])('says so and stays in English when the translator %s', async (_, end) => {
  const list = await showList();
  const told: string[] = [];
  onTestFinished(takeToasts(({ title }) => told.push(title)));
  isReached = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    isReached = true;
    vi.useRealTimers();
  });
  fireEvent.change(list, { target: { value: 'fr' } });
  await expect.poll(scripts).toHaveLength(1);
  end();
  await expect.poll(() => told).toEqual(['Translation could not be loaded']);
  await expect.poll(() => list.value).toBe('en');
  expect(chosenLanguage(document.cookie)).toBe('en');
});

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
