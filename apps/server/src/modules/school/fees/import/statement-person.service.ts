import { payCode, readMistakenPayCode, readPayCode } from '@institute/contract/fees.constants';
import { fieldLimits } from '@institute/contract/fields.constants';
import { toComparablePhone } from '@institute/contract/international-phone';
import { readReference } from '@institute/contract/reference';
import { hasSeat, registrationStatuses } from '@institute/contract/registrations.constants';
import { toPlainDigits } from '@institute/contract/text';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { int, type Row, readRows, text } from '../../../../sql.ts';
import { comparedPhoneSql, fullNameSql } from '../../registrations/registration.entity.ts';
import type { StatementPayment } from './statement-lines.ts';
import { findNamed, hasName, type NamedPeople } from './statement-name.service.ts';

type Reader = Pick<Ctx, 'em'>;

const personColumns = {
  id: int,
  reference: text,
  name: text,
  status: z.enum(registrationStatuses),
  phones: z.array(text),
};
type Person = Row<typeof personColumns>;

interface People {
  /** The keys are ids and references. */
  byCode: Map<number | string, Person>;
  byPhone: Map<string, Person[]>;
  byName: NamedPeople;
}

export async function findPeople({ em }: Reader, payments: readonly StatementPayment[]): Promise<People> {
  const typed = payments.flatMap(readTypedCodes).map(({ code }) => code);
  const suggested = payments.flatMap(suggestIds).map(({ id }) => id);
  const ids = [...suggested, ...typed.flatMap((code) => (typeof code === 'number' ? code : []))];
  const references = typed.filter((code) => typeof code === 'string');
  const phones = payments.flatMap(({ payerPhone }) => (payerPhone ? toComparablePhone(payerPhone) : []));
  const people = await readRows(em, personColumns)(
    `select id, reference, ${fullNameSql()} as name, status,
       array_remove(array[${comparedPhoneSql()}, public.dialled(guardian_phone)], null) as phones
     from registrations where deleted_at is null and (
       id in (select value::int from jsonb_array_elements_text(?::jsonb))
       or reference in (select jsonb_array_elements_text(?::jsonb))
       or ${comparedPhoneSql()} in (select jsonb_array_elements_text(?::jsonb))
       or public.dialled(guardian_phone) in (select jsonb_array_elements_text(?::jsonb))
     ) order by id`,
    [ids, references, phones, phones].map((list) => JSON.stringify(list)),
  );
  const byPhone = new Map<string, Person[]>();
  for (const person of people) {
    for (const phone of new Set(person.phones)) byPhone.set(phone, [...(byPhone.get(phone) ?? []), person]);
  }
  const byCode = people.flatMap((person) =>
    [person.id, person.reference].map((code) => [code, person] as const),
  );
  return { byCode: new Map(byCode), byPhone, byName: await findNamed({ em }, payments) };
}

interface TypedCode {
  /** A registration's id by its pay code, or its reference. */
  code: number | string;
  /** False when the number stands among other words and may mean something else. */
  isSure: boolean;
}

/** Ends before a number that can only be a pay code. Agents, branches and tills have codes too. */
const codeIntroduction =
  /(?:^|[^\p{L}])(?:(?:pay(?:ment)?|fees?|student|school|pupil|my|his|her|the) ?(?:code|id|no|number)|student|(?:^|[,;:/.] ?)code|(?<!\b(?:agent|branch|till|bank|sort|swift|merchant|biller|shop) )code(?= ?(?:no|number)\b))(?: ?(?:no|number|is))?[ .:#=-]{0,3}$/iu;

/** The references and numbers that the payer typed. */
function readTypedNumbers({ typedReason }: StatementPayment) {
  const words = toPlainDigits(typedReason ?? '').trim();
  const references = words.match(/\bREG[\s-]?[\dO]{4}[\s-]?[\dO]{6,10}\b/gi) ?? [];
  const rest = references.reduce((left, reference) => left.replace(reference, ' '), words);
  const isWhole = readPayCode(words) != null;
  const found = isWhole
    ? [{ 0: words.replace(/[\s-]/g, ''), index: 0 }]
    : rest.matchAll(/(?<!\d[.,]?)\d{2,11}(?![\d.,]*\d)/g);
  const numbers = [...found].map(({ 0: number, index }) => ({
    number,
    isSure: isWhole || number === words || codeIntroduction.test(rest.slice(Math.max(0, index - 40), index)),
  }));
  return { references, numbers };
}

/** What the payer may have typed. An amount is no code, nor is a year among words. */
function readTypedCodes(payment: StatementPayment): TypedCode[] {
  const { references, numbers } = readTypedNumbers(payment);
  return [
    ...references.flatMap((reference) => {
      const code = readReference(reference);
      return code ? { code, isSure: true } : [];
    }),
    ...numbers.flatMap(({ number, isSure }) => {
      const id = readPayCode(number);
      const isOther = Number(number) === payment.amount || (!isSure && /^20\d\d$/.test(number));
      return id && id <= fieldLimits.id && !isOther ? { code: id, isSure } : [];
    }),
  ];
}

/** A pay code of today has fewer digits than a phone. */
const MOST_CODE_DIGITS = 8;

/** People whom codes with a mistake may mean, among the numbers that are surely meant as codes. */
const suggestIds = (payment: StatementPayment): { number: string; id: number }[] =>
  readTypedNumbers(payment).numbers.flatMap(({ number, isSure }) => {
    const id = readMistakenPayCode(number);
    const isCode = isSure && number.length <= MOST_CODE_DIGITS && Number(number) !== payment.amount;
    return id !== undefined && isCode ? { number, id } : [];
  });

/** The person whom a line belongs to, or why it is unassigned. */
export interface Match {
  state: 'matched' | 'likely' | 'unmatched';
  registrationId: number | null;
  message: string;
}

export function matchPerson(payment: StatementPayment, { byCode, byPhone, byName }: People): Match {
  const { payerPhone } = payment;
  const callers = (payerPhone && byPhone.get(toComparablePhone(payerPhone))) || [];
  const typed = readTypedCodes(payment).flatMap(({ code, isSure }) => {
    const person = byCode.get(code);
    return person ? { person, isSure: isSure || callers.includes(person) || hasName(person, payment) } : [];
  });
  const named = new Set(typed.map(({ person }) => person));
  const sure = new Set(typed.flatMap(({ person, isSure }) => (isSure ? person : [])));
  const [person, other] = sure.size > 0 ? sure : named;
  if (person && other) return makeUnassignedMatch('Its reason has the codes of several people');
  if (person) return toMatch(sure.size > 0 && named.size === 1 ? 'matched' : 'likely', person);
  const seated = callers.filter(({ status }) => hasSeat(status));
  const possible = seated.length > 0 ? seated : callers;
  const namedCallers = possible.filter((caller) => hasName(caller, payment));
  const [likely, another] = namedCallers.length > 0 ? namedCallers : possible;
  if (likely && another) return makeUnassignedMatch(`${possible.length} registrations have this phone`);
  if (likely) return toMatch('likely', likely);
  const [holder, ...others] = byName.find(payment);
  if (holder && others.length > 0) return makeUnassignedMatch(`${others.length + 1} people have this name`);
  if (holder) return toMatch('likely', holder);
  for (const { number, id } of suggestIds(payment)) {
    const meant = byCode.get(id);
    const question = meant && `did you mean ${payCode(id)}, ${meant.name}?`;
    if (question) return makeUnassignedMatch(`The pay code ${number} has a mistake: ${question}`);
  }
  return makeUnassignedMatch(
    payerPhone ? 'No pay code, and nobody has this phone' : 'No pay code and no phone',
  );
}

const toMatch = (
  state: 'matched' | 'likely',
  { id, name, reference }: Pick<Person, 'id' | 'name' | 'reference'>,
): Match => ({
  state,
  registrationId: id,
  message: `${name}, ${reference}`,
});
export const makeUnassignedMatch = (message: string): Match => ({
  state: 'unmatched',
  registrationId: null,
  message,
});
