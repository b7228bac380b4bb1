import { expect, test } from 'vitest';
import { formatPlainLine, logAlways, openLog, openTerminalLog } from './log.ts';

const entry = (fields: object) => JSON.stringify({ level: 30, time: 0, pid: 1, hostname: 'a', ...fields });
const time = new Date(0).toTimeString().slice(0, 8);

test('a terminal reads plain lines with time, level, message and fields', () => {
  expect(formatPlainLine(entry({ migration: '0001-initial', ms: 12, msg: 'migrated' }))).toBe(
    `${time} migrated migration=0001-initial ms=12`,
  );
  expect(
    formatPlainLine(
      entry({
        level: 40,
        msg: 'Redis does not count',
        err: { type: 'Error', message: 'no', stack: '    at a' },
      }),
    ),
  ).toBe(`${time} WARN Redis does not count Error: no\n    at a`);
});

test('a value cannot write lines or signs of the terminal of its own', () => {
  expect(formatPlainLine(entry({ route: 'a\nb\u001b[2J', msg: 'request' }))).toBe(
    `${time} request route="a\\nb\\u001b[2J"`,
  );
});

function output(isTTY: boolean) {
  const written: string[] = [];
  const out = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  return { out, written };
}

test('every line is plain on a terminal, and what operators must see is said at every level', () => {
  const { out, written } = output(true);
  const log = openLog('silent', openTerminalLog(out));
  log.info('not said');
  logAlways(log, 'The site is at http://localhost:3000');
  expect(written).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d The site is at http:\/\/localhost:3000\n$/),
  ]);
  expect(openTerminalLog(output(false).out)).toBeUndefined();
});
