import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import type { LoadedQuery } from '../ui/load-error.tsx';
import { type ListPage, ListScreen } from './list-screen.tsx';

const loaded = (part: Partial<LoadedQuery<ListPage<string>>>): LoadedQuery<ListPage<string>> => ({
  data: undefined,
  error: null,
  isFetching: false,
  isPlaceholderData: false,
  refetch: vi.fn(async () => ({})),
  ...part,
});

const show = (found: LoadedQuery<ListPage<string>>, page?: number, onPage = vi.fn()) => {
  render(
    <ListScreen
      heading="Donations"
      many="donations"
      count={found.data && `Total: ${found.data.total}`}
      found={found}
      rows={({ rows }) => <p>{rows?.join() ?? 'Loading'}</p>}
      empty={null}
      paging={{ page, onPage }}
    />,
  );
  return onPage;
};

/** The same rows, whatever the page. */
const oneRow = loaded({ data: { items: ['a'], total: 41 } });
const makeList = (paging: ComponentProps<typeof ListScreen>['paging']) => (
  <ListScreen
    heading="Donations"
    many="donations"
    count=""
    found={oneRow}
    rows={() => null}
    empty={null}
    paging={paging}
  />
);

test('corrects a page beyond the last to the last, without a step in the history', () => {
  const onPage = show(loaded({ data: { items: ['a'], total: 41 } }), 9);

  expect(onPage).toHaveBeenCalledExactlyOnceWith(3, true);
});

test('stays on a page while the rows of the previous query are shown', () => {
  const onPage = show(loaded({ data: { items: ['a'], total: 41 }, isPlaceholderData: true }), 9);

  expect(onPage).not.toHaveBeenCalled();
});

test('shows that rows are about to be replaced, and not once they are', () => {
  show(loaded({ data: { items: ['a'], total: 41 }, isPlaceholderData: true }));
  expect(screen.getByTestId('reload-line')).toBeTruthy();

  cleanup();
  show(loaded({ data: { items: ['a'], total: 41 } }));
  expect(screen.queryByTestId('reload-line')).toBeNull();
});

test('leads to the next page, and not beyond the last', async () => {
  const onPage = show(loaded({ data: { items: ['a'], total: 41 } }), 2);

  expect(screen.getByText('Page 2 of 3')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(onPage).toHaveBeenCalledWith(3, false);
});

test('offers 20, 50 and 100 rows a page', async () => {
  const onSize = vi.fn();
  render(makeList({ page: 1, onPage: vi.fn(), onSize }));
  const size = screen.getByRole('combobox', { name: 'Rows per page' });
  expect([...size.querySelectorAll('option')].map(({ text }) => text)).toEqual(['20', '50', '100']);
  await userEvent.selectOptions(size, '100');
  expect(onSize).toHaveBeenCalledExactlyOnceWith(100);
});

test('another page begins at the top of the list', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  const page = (number: number) => makeList({ page: number, onPage: vi.fn() });
  const { rerender } = render(page(1));
  expect(scroll).not.toHaveBeenCalled();
  rerender(page(2));
  expect(scroll).toHaveBeenCalledOnce();
  rerender(page(2));
  expect(scroll).toHaveBeenCalledOnce();
  scroll.mockRestore();
});

test('holds a count back from screen readers until it stays', () => {
  vi.useFakeTimers();
  const list = (total: number) => (
    <ListScreen
      heading="Donations"
      many="donations"
      count={`Total: ${total}`}
      found={loaded({ data: { items: ['a'], total } })}
      rows={() => null}
      empty={null}
    />
  );
  const { rerender } = render(list(41));
  const isHeld = () => screen.getByText(/Total/).getAttribute('aria-busy');
  rerender(list(7));
  expect(isHeld()).toBe('true');
  act(() => vi.advanceTimersByTime(600));
  expect(isHeld()).toBe('false');
  vi.useRealTimers();
});
