import { expect, test, vi } from 'vitest';
import { registration } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp({ REGISTRATIONS_DAILY: '2', TRUST_PROXY: 'loopback' });

test('all networks together send as many registrations a day as the setting says', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:00:00+03:00') });
  const { id: programId } = await t.given.program();
  const send = (network: number) =>
    t.visitor.api.registrations.create({
      body: { ...registration, programId, firstName: `Ann ${'abc'[network]}` },
      extraHeaders: { 'x-forwarded-for': `203.0.113.${network}` },
    });
  expect((await send(0)).status).toBe(201);
  expect((await send(1)).status).toBe(201);
  const refused = await send(2);
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
  expect(refused.headers.get('retry-after')).toBe(String(4 * 60 * 60));

  vi.setSystemTime(new Date('2026-11-21T00:00:00+03:00'));
  expect((await send(2)).status).toBe(201);
  vi.useRealTimers();
});
