import { render } from '@testing-library/react';
import { afterAll, expect, test } from 'vitest';
import { patchDomForTranslation } from './patch-dom.ts';

const { removeChild, insertBefore } = Node.prototype;
patchDomForTranslation();
afterAll(() => Object.assign(Node.prototype, { removeChild, insertBefore }));

/** Wraps every text with two <font> elements, or replaces it by a wrapped copy. */
async function translate(root: HTMLElement, withCopies: boolean) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    outer.append(inner);
    if (withCopies) {
      inner.textContent = text.data;
      text.replaceWith(outer);
    } else {
      text.parentNode?.insertBefore(outer, text);
      inner.append(text);
    }
  }
  // The patch learns of it from an observer
  await new Promise((resolve) => setTimeout(resolve));
}

const Programs = ({ count, word = '', note }: { count: number; word?: string; note?: string }) => (
  <p>
    {note && <b>{note}</b>}
    {count} programs
    {word}
    {count > 1 && <i> of {count} kinds</i>}
  </p>
);

test.each([
  ['wrapped', false],
  ['replaced by copies', true],
])('React can change, insert and remove texts that a translator has %s', async (_, withCopies) => {
  const { container, rerender, unmount } = render(<Programs count={2} word=" found" />);
  await translate(container, withCopies);
  for (const [next, words] of [
    [{ count: 3, word: ' found' }, '3 programs found of 3 kinds'],
    [{ count: 3, word: ' found', note: 'All: ' }, 'All: 3 programs found of 3 kinds'],
    [{ count: 1 }, '1 programs'],
    [{ count: 4, word: ' left' }, '4 programs left of 4 kinds'],
  ] as const) {
    rerender(<Programs {...next} />);
    await expect.poll(() => container.textContent).toBe(words);
    await translate(container, withCopies);
  }
  unmount();
  expect(container.textContent).toBe('');
});
