import { test } from 'vitest';
import { checkHistories } from '../../../testing/fee-histories.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const t = await useTestApp();

test('every figure of 40 random histories equals an independent sum', { timeout: 300_000 }, () =>
  checkHistories(t, 40),
);
