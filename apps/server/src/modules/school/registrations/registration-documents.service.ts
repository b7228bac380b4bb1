import type { DocumentFilter, DocumentState } from '@institute/contract/applicant-documents.constants';
import { type Ask, type AskKind, askTimes, isAskNeeded } from '@institute/contract/asks.constants';
import { needs } from '@institute/contract/rights.constants';
import { type FilterQuery, raw } from '@mikro-orm/core';
import { refuseWithoutRight } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import type { RegistrationRow } from './registration.entity.ts';

/** Read by its name, because the module that writes the table stands above this one. */
const GIVEN_ANSWERS_TABLE = 'given_answers';

const makeAskFieldSql = (name: keyof Ask) => `asked->>'${name}'`;
const makeAskConditionFieldSql = (name: keyof NonNullable<Ask['onlyIf']>) =>
  `asked->'${'onlyIf' satisfies keyof Ask}'->>'${name}'`;
const neverNeededTimes = askTimes.filter((needed) => !isAskNeeded({ needed }));
const kindToLookAt: AskKind = 'document';

/** SQL of the asks of a program, of which each applies. `row` is the alias of `registrations`. */
const makeApplyingAsksSql = (row: string) =>
  `select from ${PROGRAMS_TABLE} as its_program, jsonb_array_elements(its_program.asks) as asked
     where its_program.id = ${row}.program_id
       and (${makeAskConditionFieldSql('ask')} is null or exists (select from ${GIVEN_ANSWERS_TABLE} as named
         where named.registration_id = ${row}.id and named.ask = ${makeAskConditionFieldSql('ask')}
           and named.answer = ${makeAskConditionFieldSql('is')}))`;

const makeGivenAnswersSql = (row: string, states: readonly DocumentState[]) =>
  `select from ${GIVEN_ANSWERS_TABLE} as given where given.registration_id = ${row}.id
     and given.state in (${states.map((state) => `'${state}'`)})`;

const isAnswerForAskSql = `given.ask = ${makeAskFieldSql('id')} and given.kind = ${makeAskFieldSql('kind')}`;

/** SQL conditions on a row of `registrations`, whose alias is `row`. The office counts the same of one registration. */
export const documentFilterSql: Record<DocumentFilter, (row: string) => string> = {
  missing: (row) =>
    `exists (${makeApplyingAsksSql(row)} and ${makeAskFieldSql('needed')} <> all('{${neverNeededTimes}}'::text[])
       and not exists (${makeGivenAnswersSql(row, ['sent', 'accepted'])} and ${isAnswerForAskSql}))`,
  toLookAt: (row) => `exists (${makeGivenAnswersSql(row, ['sent'])} and kind = '${kindToLookAt}')`,
  refused: (row) =>
    `exists (${makeGivenAnswersSql(row, ['refused'])} and exists (${makeApplyingAsksSql(row)} and ${isAnswerForAskSql}))`,
};

export function makeDocumentFilter(
  ctx: Pick<Ctx, 'actor'>,
  documents: DocumentFilter,
): FilterQuery<RegistrationRow> {
  refuseWithoutRight(ctx, needs.documents);
  return { [raw(documentFilterSql[documents])]: [] };
}
