import type { AdminAnswers } from '../../api/admin.ts';

type Listed = AdminAnswers['accounts']['list'];
export type AccountRow =
  | (Listed['accounts'][number] & { kind: 'account'; isSelf: boolean })
  | (Listed['invitations'][number] & { kind: 'invitation' });

/** Sorted by email, own account first. */
export function accountRows({ accounts, invitations }: Listed, ownEmail: string): AccountRow[] {
  const rows: AccountRow[] = [
    ...accounts.map((row) => ({ ...row, kind: 'account' as const, isSelf: row.email === ownEmail })),
    ...invitations.map((row) => ({ ...row, kind: 'invitation' as const })),
  ];
  const isOwn = (row: AccountRow) => Number(row.kind === 'account' && row.isSelf);
  return rows.sort((a, b) => isOwn(b) - isOwn(a) || a.email.localeCompare(b.email));
}
