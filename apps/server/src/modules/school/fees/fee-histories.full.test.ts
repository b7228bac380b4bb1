import { test } from 'vitest';
import { checkHistories } from '../../../testing/fee-histories.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const t = await useTestApp();

test('every figure of 1,000 random histories equals an independent sum', { timeout: 1_800_000 }, () =>
  checkHistories(t, 1000),
);
