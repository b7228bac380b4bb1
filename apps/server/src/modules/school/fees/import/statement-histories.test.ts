import { test } from 'vitest';
import { checkStatementHistories } from '../../../../testing/statement-histories.ts';
import { useTestApp } from '../../../../testing/test-app.ts';

const t = await useTestApp();

test('money of 25 random histories of statements equals an independent sum', { timeout: 300_000 }, () =>
  checkStatementHistories(t, 25),
);
