import { test } from 'vitest';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { checkStatementHistories } from '../../../../testing/histories/statement-histories.ts';

/** `HISTORIES=200` plays that many, in a few minutes. */
const HISTORIES = Number(process.env.HISTORIES ?? 8);

const t = await useTestApp();

test(
  `money of ${HISTORIES} random histories of statements equals an independent sum`,
  { timeout: 1_800_000 },
  () => checkStatementHistories(t, HISTORIES),
);
