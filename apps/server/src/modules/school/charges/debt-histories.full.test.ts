import { test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { checkDebts } from '../../../testing/histories/debt-histories.ts';

const t = await useTestApp();

test('every debt of 30 random histories equals a plain sum', { timeout: 900_000 }, () => checkDebts(t, 30));
