import { payCode, readMistakenPayCode, readPayCode } from '@institute/contract/fees.constants';
import { fieldLimits } from '@institute/contract/fields.constants';
import { toComparablePhone } from '@institute/contract/international-phone';
import { readReference } from '@institute/contract/reference';
import { isSeatTaken, registrationStatuses } from '@institute/contract/registrations.constants';
import { toPlainDigits } from '@institute/contract/text';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { int, type Row, readRows, text } from '../../../../sql.ts';
import { comparedPhoneSql, fullNameSql } from '../../registrations/registration.entity.ts';
import type { StatementPayment } from './statement-lines.ts';
import { findNamedPeople, hasName, type NamedPeople } from './statement-name.service.ts';

type ReadingCtx = Pick<Ctx, 'em'>;

const personColumns = {
  id: int,
  reference: text,
  name: text,
  status: z.enum(registrationStatuses),
  phones: z.array(text),
};
type Person = Row<typeof personColumns>;

interface PeopleIndex {
  /** The keys are ids and references of registrations. */
  byCode: Map<number | string, Person>;
  byPhone: Map<string, Person[]>;
  byName: NamedPeople;
}

export async function findPeople(
  { em }: ReadingCtx,
  payments: readonly StatementPayment[],
): Promise<PeopleIndex> {
  const typedCodes = payments.flatMap(readTypedCodes).map(({ code }) => code);
  const suggestedIds = payments.flatMap(suggestIds).map(({ id }) => id);
  const ids = [...suggestedIds, ...typedCodes.flatMap((code) => (typeof code === 'number' ? code : []))];
  const references = typedCodes.filter((code) => typeof code === 'string');
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
  const peopleByPhone = new Map<string, Person[]>();
  for (const person of people) {
    for (const phone of new Set(person.phones))
      peopleByPhone.set(phone, [...(peopleByPhone.get(phone) ?? []), person]);
  }
  const codeEntries = people.flatMap((person) =>
    [person.id, person.reference].map((code) => [code, person] as const),
  );
  return {
    byCode: new Map(codeEntries),
    byPhone: peopleByPhone,
    byName: await findNamedPeople({ em }, payments),
  };
}

interface TypedCode {
  /** The id of a registration from its pay code, or the reference of the registration. */
  code: number | string;
  /** False when the number stands among other words and may mean something else. */
  isSure: boolean;
}

/** Words before a number that make it a pay code. Agents, branches and tills have codes too, so they are excluded. */
const codeIntroductionPattern =
  /(?:^|[^\p{L}])(?:(?:pay(?:ment)?|fees?|student|school|pupil|my|his|her|the) ?(?:code|id|no|number)|student|(?:^|[,;:/.] ?)code|(?<!\b(?:agent|branch|till|bank|sort|swift|merchant|biller|shop) )code(?= ?(?:no|number)\b))(?: ?(?:no|number|is))?[ .:#=-]{0,3}$/iu;

/** Reads the references and numbers that the payer typed. */
function readTypedNumbers({ typedReason }: StatementPayment) {
  const words = toPlainDigits(typedReason ?? '').trim();
  const references = words.match(/\bREG[\s-]?[\dO]{4}[\s-]?[\dO]{6,10}\b/gi) ?? [];
  const otherText = references.reduce((left, reference) => left.replace(reference, ' '), words);
  const isOnlyPayCode = readPayCode(words) != null;
  const foundNumbers = isOnlyPayCode
    ? [{ 0: words.replace(/[\s-]/g, ''), index: 0 }]
    : otherText.matchAll(/(?<!\d[.,]?)\d{2,11}(?![\d.,]*\d)/g);
  const numbers = [...foundNumbers].map(({ 0: number, index }) => ({
    number,
    isSure:
      isOnlyPayCode ||
      number === words ||
      codeIntroductionPattern.test(otherText.slice(Math.max(0, index - 40), index)),
  }));
  return { references, numbers };
}

/** Reads the codes that the payer may have typed. The amount is no code, and neither is a year among words. */
function readTypedCodes(payment: StatementPayment): TypedCode[] {
  const { references, numbers } = readTypedNumbers(payment);
  return [
    ...references.flatMap((reference) => {
      const code = readReference(reference);
      return code ? { code, isSure: true } : [];
    }),
    ...numbers.flatMap(({ number, isSure }) => {
      const id = readPayCode(number);
      const isOtherNumber = Number(number) === payment.amount || (!isSure && /^20\d\d$/.test(number));
      return id && id <= fieldLimits.id && !isOtherNumber ? { code: id, isSure } : [];
    }),
  ];
}

/** Longest pay code. Longer numbers may be phones. */
const MOST_CODE_DIGITS = 8;

/** Suggests registrations for pay codes with a typing mistake, if the number is surely meant as a code. */
const suggestIds = (payment: StatementPayment): { number: string; id: number }[] =>
  readTypedNumbers(payment).numbers.flatMap(({ number, isSure }) => {
    const id = readMistakenPayCode(number);
    const isLikelyCode = isSure && number.length <= MOST_CODE_DIGITS && Number(number) !== payment.amount;
    return id !== undefined && isLikelyCode ? { number, id } : [];
  });

/** The person to whom a line belongs, or the reason why it is unassigned. */
export interface PersonMatch {
  state: 'matched' | 'likely' | 'unmatched';
  registrationId: number | null;
  message: string;
}

export function matchPerson(
  payment: StatementPayment,
  { byCode, byPhone, byName }: PeopleIndex,
): PersonMatch {
  const { payerPhone } = payment;
  const peopleWithPhone = (payerPhone && byPhone.get(toComparablePhone(payerPhone))) || [];
  const typedPeople = readTypedCodes(payment).flatMap(({ code, isSure }) => {
    const person = byCode.get(code);
    return person
      ? { person, isSure: isSure || peopleWithPhone.includes(person) || hasName(person, payment) }
      : [];
  });
  const namedPeople = new Set(typedPeople.map(({ person }) => person));
  const surePeople = new Set(typedPeople.flatMap(({ person, isSure }) => (isSure ? person : [])));
  const [person, other] = surePeople.size > 0 ? surePeople : namedPeople;
  if (person && other) return makeUnassignedMatch('Its reason has the codes of several people');
  if (person)
    return toPersonMatch(surePeople.size > 0 && namedPeople.size === 1 ? 'matched' : 'likely', person);
  const seatedPeople = peopleWithPhone.filter(({ status }) => isSeatTaken(status));
  const possiblePeople = seatedPeople.length > 0 ? seatedPeople : peopleWithPhone;
  const possibleByName = possiblePeople.filter((caller) => hasName(caller, payment));
  const [likely, another] = possibleByName.length > 0 ? possibleByName : possiblePeople;
  if (likely && another) return makeUnassignedMatch(`${possiblePeople.length} registrations have this phone`);
  if (likely) return toPersonMatch('likely', likely);
  const [holder, ...others] = byName.find(payment);
  if (holder && others.length > 0) return makeUnassignedMatch(`${others.length + 1} people have this name`);
  if (holder) return toPersonMatch('likely', holder);
  for (const { number, id } of suggestIds(payment)) {
    const meantPerson = byCode.get(id);
    const question = meantPerson && `did you mean ${payCode(id)}, ${meantPerson.name}?`;
    if (question) return makeUnassignedMatch(`The pay code ${number} has a mistake: ${question}`);
  }
  return makeUnassignedMatch(
    payerPhone ? 'No pay code, and nobody has this phone' : 'No pay code and no phone',
  );
}

const toPersonMatch = (
  state: 'matched' | 'likely',
  { id, name, reference }: Pick<Person, 'id' | 'name' | 'reference'>,
): PersonMatch => ({
  state,
  registrationId: id,
  message: `${name}, ${reference}`,
});
export const makeUnassignedMatch = (message: string): PersonMatch => ({
  state: 'unmatched',
  registrationId: null,
  message,
});
