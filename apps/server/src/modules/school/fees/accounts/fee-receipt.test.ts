import { formatLocalMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { readPdfLines } from '../../../../testing/files/pdf-text.ts';

const t = await useTestApp();

const readPaper = async (partId: number) =>
  readPdfLines(Buffer.from((await t.office.admin.fees.receipt.query({ partId })).content, 'base64'))
    .map((line) => line.text)
    .join(' ')
    .replaceAll(/\s+/g, ' ');

test('a receipt says program and class, what it is for, both balances and the name of the cashier', async () => {
  const { id: programId } = await t.given.program({
    name: 'Tailoring and Garment Cutting',
    price: 1_000_000,
    instalments: [
      { label: 'First term', amount: 600_000, dueDays: null },
      { label: 'Second term', amount: 400_000, dueDays: 30 },
    ],
  });
  const startsOn = addDaysToToday(10);
  const { id: intakeId } = await t.given.intake({ programId, startsOn });
  const { id } = await t.given.registration({ firstName: 'Annet', lastName: 'Okello', programId, intakeId });
  await t.office.admin.registrations.decide.mutate({ id, status: 'accepted' });
  await t.given.account('jane.doe@example.org');
  const till = t.as('jane.doe@example.org').admin.fees;
  const amounts = [500_000, 300_000, 400_000];
  const papers: string[] = [];
  for (const amount of amounts) {
    const { receipts } = await till.record.mutate(makeFeePayment(id, { amount }));
    papers.push(await readPaper(receipts[0]?.partId ?? 0));
  }
  const course = `Program Tailoring and Garment Cutting, class of ${formatDate(startsOn)}`;
  for (const paper of papers)
    for (const fact of [course, 'Received by Jane Doe', 'Signature', 'Stamp']) expect(paper).toContain(fact);
  expect(papers.join(' ')).not.toContain('jane.doe@');
  const [whole, half, rest] = [1_000_000, 500_000, 200_000].map(formatLocalMoney);
  for (const [at, parts, before, after] of [
    [0, 'First term (part)', whole, half],
    [1, 'First term (rest), Second term (part)', half, rest],
    [2, 'Second term (rest)', rest, `Credit ${rest}`],
  ] as const) {
    expect(papers[at]).toContain(`For ${parts}`);
    expect(papers[at]).toContain(`Balance before ${before} Balance ${after}`);
  }
});
