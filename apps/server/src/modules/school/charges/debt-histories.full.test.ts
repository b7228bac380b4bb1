import { test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { checkDebts } from '../../../testing/histories/debt-histories.ts';

/** `HISTORIES=200` plays that many, in a few minutes. */
const HISTORIES = Number(process.env.HISTORIES ?? 6);

const t = await useTestApp();

test(`every debt of ${HISTORIES} random histories equals a plain sum`, { timeout: 1_800_000 }, () =>
  checkDebts(t, HISTORIES),
);
