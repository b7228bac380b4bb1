import { expect, test } from 'vitest';
import type { AppError } from '../../../errors.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { findRegistrationStatus } from './registration-status.service.ts';

/** A fiftieth of each limit: 12 wrong tries for a network, one for a reference and one for a phone. */
const t = await useTestApp({ RATE_LIMIT_FACTOR: '0.02' });
const phone = '+256 700 000 000';
const { reference } = await t.given.registration({ phone });
const other = await t.given.registration({ phone: '+256 700 555 555' });

/** A context of its own each time, as another process has it. */
const ask = (named: string, typed: string, network: string) =>
  findRegistrationStatus(t.jobContext(t.now), { reference: named, phone: typed }, network).then(
    () => 'found',
    ({ code }: AppError) => code,
  );
/** Another reference and another phone each time. */
const guess = (n: number, network: string) => ask(`REG-2020-${900 + n}`, `0701 000 ${100 + n}`, network);

test('600 wrong tries close a network for 15 minutes, and no other one', async () => {
  const network = '198.51.100.1';
  for (let n = 0; n < 11; n += 1) expect(await guess(n, network)).toBe('NOT_FOUND');
  expect(await ask(reference, phone, network)).toBe('found');
  expect(await guess(11, network)).toBe('NOT_FOUND');
  expect(await ask(reference, phone, network)).toBe('RATE_LIMITED');
  expect(await guess(12, network)).toBe('RATE_LIMITED');
  expect(await ask(reference, phone, '198.51.100.2')).toBe('found');
  t.wait(15 * 60_000);
  expect(await ask(reference, phone, network)).toBe('found');
});

test.each([
  ['the phones of a reference', (network: string) => ask(reference, '0701 000 001', network)],
  ['the references of a phone', (network: string) => ask('REG-2020-000901', phone, network)],
])('who runs through %s closes this one for the network, and nobody else', async (_, tryOne) => {
  const network = `of ${_}`;
  expect(await tryOne(network)).toBe('NOT_FOUND');
  expect(await tryOne(network)).toBe('RATE_LIMITED');
  expect(await ask(reference, phone, network)).toBe('RATE_LIMITED');
  expect(await ask(other.reference, '+256 700 555 555', network)).toBe('found');
  expect(await ask(reference, phone, '203.0.113.1')).toBe('found');
});
