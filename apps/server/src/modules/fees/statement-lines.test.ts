import { expect, test } from 'vitest';
import { readLine, readStatement } from './statement-lines.ts';

const longest = 1_500_000;

test.each(['a', '7', '7 ', '-', '(', 'cr ', 'reversal 7', '="'])(
  'of 1.5 MB of %j in one cell only the first 500 letters are read',
  (fill) => {
    const cell = fill.repeat(longest / fill.length).replaceAll('"', '');
    const table = readStatement(`Date,Transaction ID,Amount,Details\n2026-11-02,A1,5000,x${cell}`);
    const [line] = table.lines;
    expect(Math.max(...(line?.cells ?? []).map((one) => one.length))).toBeLessThanOrEqual(500);
    expect(line && readLine(line, table, '2026-11-26')).toMatchObject({
      payment: { operatorId: 'A1', amount: 5000, day: '2026-11-02' },
    });
  },
);
