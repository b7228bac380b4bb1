import { test } from 'vitest';
import { checkDebts } from '../../../testing/debt-histories.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const t = await useTestApp();

test('every debt of 30 random histories equals a plain sum', { timeout: 900_000 }, () => checkDebts(t, 30));
