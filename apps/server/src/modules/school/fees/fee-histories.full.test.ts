import { test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { checkHistories } from '../../../testing/histories/fee-histories.ts';

/** `HISTORIES=1000` plays that many, in about a quarter of an hour. */
const HISTORIES = Number(process.env.HISTORIES ?? 20);

const t = await useTestApp();

test(`every figure of ${HISTORIES} random histories equals an independent sum`, { timeout: 1_800_000 }, () =>
  checkHistories(t, HISTORIES),
);
