import { formatLocalMoney } from '@institute/contract/money';
import { addDays } from '@institute/contract/time';
import { beforeEach, expect, test } from 'vitest';
import { writeEmail } from '../../../composition/messages.ts';
import { schedules } from '../../../composition/schedules.ts';
import { readRefusal } from '../../../testing/app/answers.ts';
import { addDaysToToday, makeFeePayment } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { findMonday } from './registration-weeks.service.ts';
import { reportWeek } from './weekly-report.service.ts';

const t = await useTestApp();
/** The Monday after today, so that this week is reported. */
const monday = addDays(findMonday(new Date(), 0), 7);
const at = (day: string, time: string) => () => new Date(`${day}T${time}:00+03:00`);

interface Report {
  recipient: string;
  data: { from: string; until: string; facts: [string, string][] };
}
const reports = () =>
  t.sql<Report>("select recipient, data from outgoing_messages where kind = 'weekly-report' order by id");
const report = (now: () => Date) => reportWeek(t.jobContext(now));
const setWeekly = async (weekly: boolean) => {
  const { messages } = (await t.office.admin.site.get.query()).view;
  await t.office.admin.site.update.mutate({ changes: { messages: { ...messages, weekly } } });
};

beforeEach(() =>
  t.sql(
    'truncate fee_movements, fee_parts, cash_closings, charges, outgoing_messages, activities, registrations cascade',
  ),
);

test('tells every owner the registrations, takings and guarded work of the week before', async () => {
  const { id: programId } = await t.given.program({ price: 900_000 });
  const { id } = await t.given.registration({ programId, startDate: addDaysToToday(0) });
  await t.given.account('till@example.org');
  await t.as('till@example.org').admin.fees.record.mutate(makeFeePayment(id, { amount: 100_000 }));
  const { admin } = t.office;
  await admin.fees.refund.mutate({ registrationId: id, amount: 30_000, method: 'cash', reason: 'Hostel' });
  await admin.account.confirmPassword.mutate({ currentPassword: 'wrong' }).catch(() => null);
  await admin.trash.removeDemo.mutate();
  await report(at(monday, '07:00'));
  const [mail, ...others] = await reports();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    recipient: 'office@example.org',
    data: { from: addDays(monday, -7), until: monday },
  });
  expect(mail?.data.facts).toEqual([
    ['Registrations', '1'],
    ['Takings', formatLocalMoney(70_000)],
    ['Cash', formatLocalMoney(70_000)],
    ['office@example.org', `1 × refund, ${formatLocalMoney(30_000)}; 1 × removed the demo content`],
  ]);
});

test('its link leads to the days of that week, also where two months meet', async () => {
  const data = { from: '2027-03-29', until: '2027-04-05', facts: [] };
  const site = (await t.office.admin.site.get.query()).view;
  const context = { em: t.em(), site, publicUrl: 'https://x.example', linkToken: String };
  const { action } = await writeEmail('weekly-report', data, context);
  expect(action?.url).toBe('https://x.example/admin/fees/control?from=2027-03-29&to=2027-04-04');
});

test('is due on Mondays at 7, two turns at once send one email, and a missed Monday comes later', async () => {
  expect(schedules.find(({ name }) => name === 'report-week')?.cron).toBe('0 7 * * 1');
  const tuesday = at(addDays(monday, 1), '10:00');
  await Promise.all([report(tuesday), report(tuesday)]);
  expect((await reports()).map(({ data }) => data.until)).toEqual([monday]);
});

test('an owner switches it off, and nobody else does', async () => {
  await setWeekly(false);
  await report(at(monday, '07:00'));
  expect(await reports()).toEqual([]);
  await t.given.account('till@example.org');
  const { messages } = (await t.office.admin.site.get.query()).view;
  const change = t
    .as('till@example.org')
    .admin.site.update.mutate({ changes: { messages: { ...messages, weekly: true } } });
  expect(await readRefusal(change)).toMatchObject({ status: 403 });
  await setWeekly(true);
  await report(at(monday, '07:00'));
  expect(await reports()).toHaveLength(1);
});
