import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchText } from './list-toolbar.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function open() {
  const asked: string[] = [];
  function Screen() {
    const [value, setValue] = useState('');
    const change = (text: string) => {
      asked.push(text);
      setValue(text);
    };
    return (
      <>
        <SearchText value={value} onChange={change} />
        <button type="button" onClick={() => setValue('')}>
          Clear
        </button>
      </>
    );
  }
  render(<Screen />);
  return asked;
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox');
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const type = (value: string) => fireEvent.change(box(), { target: { value } });

test('asks once for what is typed quickly, when the typing pauses', () => {
  const asked = open();
  for (const text of ['N', 'Na', 'Nak']) {
    type(text);
    pass(100);
  }
  expect(asked).toEqual([]);
  pass(200);
  expect(asked).toEqual(['Nak']);
});

test('stays when a space is typed behind a text that is shown already', () => {
  const asked = open();
  type('N');
  pass(200);
  type('N ');
  pass(200);
  expect(box().value).toBe('N ');
  expect(asked).toEqual(['N']);
});

test('a search that is cleared from outside empties the box, and nothing brings it back', () => {
  const asked = open();
  type('N');
  pass(200);
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  pass(1000);
  expect(box().value).toBe('');
  expect(asked).toEqual(['N']);
});
