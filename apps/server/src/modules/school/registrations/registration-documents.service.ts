import type { DocumentFilter, DocumentState } from '@institute/contract/applicant-documents.constants';
import { type Ask, type AskKind, askTimes, isNeeded } from '@institute/contract/asks.constants';
import { needs } from '@institute/contract/rights.constants';
import { type FilterQuery, raw } from '@mikro-orm/core';
import { refuseWithoutRight } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import type { RegistrationRow } from './registration.entity.ts';

/** Read by its name, because the module that writes the table stands above this one. */
const GIVEN_ANSWERS_TABLE = 'given_answers';

const inAsk = (name: keyof Ask) => `asked->>'${name}'`;
const ofCondition = (name: keyof NonNullable<Ask['onlyIf']>) =>
  `asked->'${'onlyIf' satisfies keyof Ask}'->>'${name}'`;
const neverNeeded = askTimes.filter((needed) => !isNeeded({ needed }));
const lookedAtKind: AskKind = 'document';

/** SQL of the asks of a program, of which each applies. `row` is the alias of `registrations`. */
const selectApplying = (row: string) =>
  `select from ${PROGRAMS_TABLE} as its_program, jsonb_array_elements(its_program.asks) as asked
     where its_program.id = ${row}.program_id
       and (${ofCondition('ask')} is null or exists (select from ${GIVEN_ANSWERS_TABLE} as named
         where named.registration_id = ${row}.id and named.ask = ${ofCondition('ask')}
           and named.answer = ${ofCondition('is')}))`;

const selectGiven = (row: string, states: readonly DocumentState[]) =>
  `select from ${GIVEN_ANSWERS_TABLE} as given where given.registration_id = ${row}.id
     and given.state in (${states.map((state) => `'${state}'`)})`;

const isForAsk = `given.ask = ${inAsk('id')} and given.kind = ${inAsk('kind')}`;

/** SQL conditions on a row of `registrations`, whose alias is `row`. The office counts the same of one registration. */
export const documentConditions: Record<DocumentFilter, (row: string) => string> = {
  missing: (row) =>
    `exists (${selectApplying(row)} and ${inAsk('needed')} <> all('{${neverNeeded}}'::text[])
       and not exists (${selectGiven(row, ['sent', 'accepted'])} and ${isForAsk}))`,
  toLookAt: (row) => `exists (${selectGiven(row, ['sent'])} and kind = '${lookedAtKind}')`,
  refused: (row) =>
    `exists (${selectGiven(row, ['refused'])} and exists (${selectApplying(row)} and ${isForAsk}))`,
};

export function whereDocuments(
  ctx: Pick<Ctx, 'actor'>,
  documents: DocumentFilter,
): FilterQuery<RegistrationRow> {
  refuseWithoutRight(ctx, needs.documents);
  return { [raw(documentConditions[documents])]: [] };
}
