import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app/test-app.ts';
import { removeRemarks } from './migrations/0152-struck-words.ts';

const t = await useTestApp();

test('openings and the search have no struck words', async () => {
  const content =
    '<p>Fees: <del>900,000</del><ins>800,000</ins> <s>a year</s>a term</p><p>Bring a <small>s</small>pen, <strong>now</strong></p>';
  const { id } = await t.given.post({ title: 'Fees', content });
  const [row] = await t.sql<{ opening: string }>(`select opening from posts where id = ${id}`);
  expect(row?.opening).toBe('Fees: 800,000 a term Bring a s pen, now');
});

test('remarks that earlier versions stored go, and nothing beside them', async () => {
  const mark = (address: string) => `<a href="${address}" rel="noopener noreferrer">[AB1]</a>`;
  const kept = '<p>Fees <a href="/fees" rel="noopener noreferrer">here</a>';
  const content = `${kept}${mark('#_msocom_1')}.</p><p>Bus<sup>${mark('#cmnt12')}</sup></p><p> ${mark('#_msoanchor_1')}Do not <b>tell</b></p><p>End</p><p><small>${mark('#cmnt_ref12')}</small>Nor this</p>`;
  const { id } = await t.given.post({ title: 'Fees', content: '<p>x</p>' });
  await t.sql(`update posts set content = '${content}' where id = ${id}`);
  for (const statement of removeRemarks) await t.sql(statement);
  const [row] = await t.sql<{ content: string }>(`select content from posts where id = ${id}`);
  expect(row?.content).toBe(`${kept}.</p><p>Bus<sup></sup></p><p>End</p>`);
});
