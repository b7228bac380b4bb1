import { expect, test } from 'vitest';
import { isSidebarKey, isSidebarOpen, writeSidebarCookie } from './sidebar-provider.tsx';

test('remembers for seven days, on every path, whether it is open', () => {
  expect(writeSidebarCookie(false)).toBe('sidebar_state=false; Path=/; Max-Age=604800; SameSite=Lax');
});

test('is open unless the cookie says otherwise', () => {
  expect(isSidebarOpen('')).toBe(true);
  expect(isSidebarOpen('a=1; sidebar_state=true')).toBe(true);
  expect(isSidebarOpen('a=1; sidebar_state=false; b=2')).toBe(false);
  expect(isSidebarOpen('old_sidebar_state=false')).toBe(true);
});

const press = { key: 'b', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, target: null };

test('toggles with Ctrl+B and Cmd+B and no other keys', () => {
  expect(isSidebarKey({ ...press, ctrlKey: true })).toBe(true);
  expect(isSidebarKey({ ...press, metaKey: true, key: 'B' })).toBe(true);
  expect(isSidebarKey(press)).toBe(false);
  expect(isSidebarKey({ ...press, ctrlKey: true, key: 'c' })).toBe(false);
  expect(isSidebarKey({ ...press, ctrlKey: true, shiftKey: true })).toBe(false);
});

test('leaves Ctrl+B to a rich-text field', () => {
  const field = Object.assign(new EventTarget(), { isContentEditable: true });

  expect(isSidebarKey({ ...press, ctrlKey: true, target: field })).toBe(false);
});
