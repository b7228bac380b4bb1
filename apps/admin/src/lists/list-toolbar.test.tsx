import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SearchAhead, SearchText } from './list-toolbar.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

function open() {
  const asked: string[] = [];
  const shown: string[] = [];
  const answered = new Set<string>();
  const list = {
    useQuery: (text: string) => {
      const [, answer] = useState(0);
      const [isNew, setNew] = useState(true);
      if (isNew) {
        setNew(false);
        asked.push(text);
        answers.set(text, () => answer((count) => count + 1));
      }
      return { data: answered.has(text) ? {} : undefined, error: null };
    },
  };
  const answers = new Map<string, () => void>();
  const ahead = { list, queryOf: (text: string) => text };
  render(<Screen ahead={ahead} onShown={(text) => shown.push(text)} />);
  const answer = (text: string) => {
    answered.add(text);
    act(() => answers.get(text)?.());
  };
  return { asked, shown, answer };
}

type ScreenProps = { ahead: SearchAhead<string>; onShown: (text: string) => void };

function Screen({ ahead, onShown }: ScreenProps) {
  const [value, setValue] = useState('');
  const change = (text: string) => {
    onShown(text);
    setValue(text);
  };
  return <SearchText value={value} onChange={change} ahead={ahead} />;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
let now = 0;
function type(value: string, afterMs: number) {
  pass(afterMs);
  now += afterMs;
  const box = screen.getByRole('searchbox');
  const event = new Event('input', { bubbles: true });
  Object.defineProperty(event, 'timeStamp', { value: now });
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, value);
  fireEvent(box, event);
}

test('asks for the first letter at once, and shows it when the answer is there', () => {
  const { asked, shown, answer } = open();
  type('N', 1000);
  expect(asked).toEqual(['N']);
  expect(shown).toEqual([]);
  answer('N');
  expect(shown).toEqual(['N']);
});

test('asks once for what is typed quickly, when the typing pauses', () => {
  const { asked, shown, answer } = open();
  type('N', 1000);
  type('Na', 100);
  type('Nak', 100);
  expect(asked).toEqual(['N']);
  pass(150);
  expect(asked).toEqual(['N', 'Nak']);
  answer('Nak');
  answer('N');
  expect(shown).toEqual(['Nak']);
});

test('shows rows as outdated while an answer takes long', () => {
  const { shown } = open();
  type('N', 1000);
  pass(299);
  expect(shown).toEqual([]);
  pass(1);
  expect(shown).toEqual(['N']);
});

test('stays when a space is typed behind a text that is shown already', () => {
  const { asked, shown, answer } = open();
  type('N', 1000);
  answer('N');
  type('N ', 1000);
  type('Na', 1000);
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Na');
  expect(asked.at(-1)).toBe('Na');
  expect(shown).toEqual(['N']);
});
