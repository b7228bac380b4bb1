import type { AdminAnswers } from '../../api/admin.ts';

type Listed = AdminAnswers['accounts']['list'];
export type AccountRow = Listed['accounts'][number] & { kind: 'account'; isSelf: boolean };
export type InvitationRow = Listed['invitations'][number] & { kind: 'invitation' };

/** Somebody who may enter, or is invited to. */
export type Person = AccountRow | InvitationRow;

/** One list of both, by address. */
export function peopleOf({ accounts, invitations }: Listed, ownEmail: string): Person[] {
  const people: Person[] = [
    ...accounts.map((row) => ({ ...row, kind: 'account' as const, isSelf: row.email === ownEmail })),
    ...invitations.map((row) => ({ ...row, kind: 'invitation' as const })),
  ];
  return people.sort((a, b) => a.email.localeCompare(b.email));
}
