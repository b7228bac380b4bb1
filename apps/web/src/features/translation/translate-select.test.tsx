import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { TranslateSelect } from './translate-select.tsx';

const translatePage = vi.hoisted(() => vi.fn());
vi.mock('./translator.ts', () => ({ translatePage }));

beforeEach(() => translatePage.mockReset());

async function showList() {
  render(<TranslateSelect />);
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Translate this page' });
  await waitFor(() => expect(list.value).toBe('en'));
  return list;
}

/** Chooses with a key, as a browser does: it changes the closed list while it handles the key. */
function step(list: HTMLElement, type: 'keyDown' | 'keyPress', key: string, code: string) {
  const event = createEvent[type](list, { key });
  Object.defineProperties(event, {
    charCode: { value: type === 'keyPress' ? key.charCodeAt(0) : 0 },
    // On a busy machine a key waits long before it is handled.
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
  expect(translatePage).not.toHaveBeenCalled();

  fireEvent.keyDown(list, { key: 'Enter' });
  await waitFor(() => expect(translatePage).toHaveBeenCalledExactlyOnceWith('lg'));
});

test('translates on a choice in the list that a key has opened, even before the key is released', async () => {
  const list = await showList();
  fireEvent.keyDown(list, { key: ' ' });
  await nextTask();
  fireEvent.change(list, { target: { value: 'fr' } });

  await waitFor(() => expect(translatePage).toHaveBeenCalledExactlyOnceWith('fr'));
});

test('shows the language of the page again when the list is left without Enter', async () => {
  const list = await showList();
  step(list, 'keyDown', 'ArrowDown', 'fr');
  fireEvent.blur(list);

  expect(list.value).toBe('en');
});
