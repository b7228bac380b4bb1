import { expect, test } from 'vitest';
import { askUntilAdmitted, readData } from '../../../testing/app/answers.ts';
import { confirmedOwner } from '../../../testing/app/rights.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { issueCertificates } from './certificate-issue.service.ts';

const t = useTestAppPerTest();

const graduates = async (count: number) => {
  const { id: programId } = await t.given.program({ name: 'Tailoring' });
  const made = [];
  for (let index = 0; index < count; index += 1) made.push((await t.given.graduate({ programId })).id);
  return made;
};
const issue = (registrations: { id: number }[]) =>
  issueCertificates({ ...t.jobContext(), actor: confirmedOwner }, { registrations });

test('20 issues at once make one key, and numbers without gap or double', async () => {
  const ids = await graduates(20);
  const issued = await Promise.all(ids.map((id) => issue([{ id }])));
  const numbers = issued.flatMap(({ items }) => items.map(({ number }) => Number(number.slice(-6)))).sort();
  expect(numbers.toSorted((a, b) => a - b)).toEqual(ids.map((_, index) => index + 1));
  expect(await t.sql('select id from signing_keys')).toHaveLength(1);
  const answer = await askUntilAdmitted(() => t.app.inject('/.well-known/jwks.json'));
  expect(answer.json<{ keys: object[] }>().keys).toHaveLength(1);
});

test('two issues for one person at once make one certificate, and the refused one takes no number', async () => {
  const [id = 0, other = 0] = await graduates(2);
  const outcomes = await Promise.allSettled([issue([{ id }]), issue([{ id }]), issue([{ id }])]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('Already issued: CERT-');
  }
  const { items } = await issue([{ id: other }]);
  expect(items[0]?.number).toMatch(/-000002$/);
});

test('a certificate that is issued while its registration goes back to accepted: one of the two is refused', async () => {
  const ids = await graduates(4);
  for (const id of ids) {
    const back = t.office.api.registrations.update({ params: { id }, body: { status: 'accepted' } });
    const [issued, answer] = await Promise.allSettled([issue([{ id }]), back]);
    const wentBack = answer.status === 'fulfilled' && answer.value.status === 200;
    expect([issued.status === 'fulfilled', wentBack].filter(Boolean)).toHaveLength(1);
    const { status } = await readData(t.office.api.registrations.get({ params: { id } }));
    expect(status).toBe(wentBack ? 'accepted' : 'completed');
  }
});
