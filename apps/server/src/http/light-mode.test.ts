import { expect, test } from 'vitest';
import { wantsLight } from './read-key.ts';

test.each([
  [{}, false],
  [{ 'save-data': 'on' }, true],
  [{ 'save-data': 'off' }, false],
  [{ ect: '2g' }, true],
  [{ ect: 'slow-2g' }, true],
  [{ ect: '3g' }, false],
  [{ cookie: 'light=on' }, true],
  [{ cookie: 'a=b; light=auto; c=d' }, true],
  [{ cookie: 'light=off', 'save-data': 'on', ect: '2g' }, false],
  [{ cookie: 'highlight=on' }, false],
  [{ cookie: 'light=only' }, false],
])('of %j light mode is %s', (headers, light) => {
  expect(wantsLight(headers)).toBe(light);
});
