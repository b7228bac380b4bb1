import { test } from 'vitest';
import { checkStatementHistories } from '../../../../testing/statement-histories.ts';
import { useTestApp } from '../../../../testing/test-app.ts';

/** `HISTORIES=200` plays that many, in a few minutes. */
const HISTORIES = Number(process.env.HISTORIES ?? 25);

const t = await useTestApp();

test(
  `money of ${HISTORIES} random histories of statements equals an independent sum`,
  {
    timeout: 300_000,
  },
  () => checkStatementHistories(t, HISTORIES),
);
