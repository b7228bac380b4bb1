import { test } from 'vitest';
import { checkHistories } from '../../../testing/fee-histories.ts';
import { useTestApp } from '../../../testing/test-app.ts';

/** `HISTORIES=1000` plays that many, in about a quarter of an hour. */
const HISTORIES = Number(process.env.HISTORIES ?? 60);

const t = await useTestApp();

test(`every figure of ${HISTORIES} random histories equals an independent sum`, { timeout: 1_800_000 }, () =>
  checkHistories(t, HISTORIES),
);
