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
import { isNameInLine, loadNamedPeopleFinder, type NamedPeopleFinder } from './statement-name.service.ts';

type ReadingCtx = Pick<Ctx, 'em'>;

const personColumns = {
  id: int,
  reference: text,
  name: text,
  status: z.enum(registrationStatuses),
  phones: z.array(text),
};
type PossiblePerson = Row<typeof personColumns>;

interface PeopleIndex {
  /** The keys are ids and references of registrations. */
  byCode: Map<number | string, PossiblePerson>;
  byPhone: Map<string, PossiblePerson[]>;
  byName: NamedPeopleFinder;
}

export async function findPeople(
  { em }: ReadingCtx,
  payments: readonly StatementPayment[],
): Promise<PeopleIndex> {
  const typedCodes = payments.flatMap(readTypedCodes).map(({ code }) => code);
  const suggestedIds = payments.flatMap(suggestRegistrationIds).map(({ id }) => id);
  const registrationIds = [
    ...suggestedIds,
    ...typedCodes.flatMap((code) => (typeof code === 'number' ? code : [])),
  ];
  const typedReferences = typedCodes.filter((code) => typeof code === 'string');
  const payerPhones = payments.flatMap(({ payerPhone }) => (payerPhone ? toComparablePhone(payerPhone) : []));
  const possiblePayers = await readRows(em, personColumns)(
    `select id, reference, ${fullNameSql()} as name, status,
       array_remove(array[${comparedPhoneSql()}, public.dialled(guardian_phone)], null) as phones
     from registrations where deleted_at is null and (
       id in (select value::int from jsonb_array_elements_text(?::jsonb))
       or reference in (select jsonb_array_elements_text(?::jsonb))
       or ${comparedPhoneSql()} in (select jsonb_array_elements_text(?::jsonb))
       or public.dialled(guardian_phone) in (select jsonb_array_elements_text(?::jsonb))
     ) order by id`,
    [registrationIds, typedReferences, payerPhones, payerPhones].map((list) => JSON.stringify(list)),
  );
  const peopleByPhone = new Map<string, PossiblePerson[]>();
  for (const indexedPerson of possiblePayers) {
    for (const personPhone of new Set(indexedPerson.phones))
      peopleByPhone.set(personPhone, [...(peopleByPhone.get(personPhone) ?? []), indexedPerson]);
  }
  const codeEntries = possiblePayers.flatMap((person) =>
    [person.id, person.reference].map((code) => [code, person] as const),
  );
  return {
    byCode: new Map(codeEntries),
    byPhone: peopleByPhone,
    byName: await loadNamedPeopleFinder({ em }, payments),
  };
}

interface TypedPersonCode {
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
  const plainReason = toPlainDigits(typedReason ?? '').trim();
  const references = plainReason.match(/\bREG[\s-]?[\dO]{4}[\s-]?[\dO]{6,10}\b/gi) ?? [];
  const otherText = references.reduce((left, reference) => left.replace(reference, ' '), plainReason);
  const isOnlyPayCode = readPayCode(plainReason) != null;
  const foundNumbers = isOnlyPayCode
    ? [{ 0: plainReason.replace(/[\s-]/g, ''), index: 0 }]
    : otherText.matchAll(/(?<!\d[.,]?)\d{2,11}(?![\d.,]*\d)/g);
  const typedNumbers = [...foundNumbers].map(({ 0: number, index }) => ({
    number,
    isSure:
      isOnlyPayCode ||
      number === plainReason ||
      codeIntroductionPattern.test(otherText.slice(Math.max(0, index - 40), index)),
  }));
  return { references, numbers: typedNumbers };
}

/** Reads the codes that the payer may have typed. The amount is no code, and neither is a year among words. */
function readTypedCodes(payment: StatementPayment): TypedPersonCode[] {
  const { references, numbers } = readTypedNumbers(payment);
  return [
    ...references.flatMap((reference) => {
      const readReferenceCode = readReference(reference);
      return readReferenceCode ? { code: readReferenceCode, isSure: true } : [];
    }),
    ...numbers.flatMap(({ number, isSure }) => {
      const payCodeId = readPayCode(number);
      const isOtherNumber = Number(number) === payment.amount || (!isSure && /^20\d\d$/.test(number));
      return payCodeId && payCodeId <= fieldLimits.id && !isOtherNumber ? { code: payCodeId, isSure } : [];
    }),
  ];
}

/** Longest pay code. Longer numbers may be phones. */
const MOST_CODE_DIGITS = 8;

/** Suggests registrations for pay codes with a typing mistake, if the number is surely meant as a code. */
const suggestRegistrationIds = (payment: StatementPayment): { number: string; id: number }[] =>
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

export function matchPaymentToPerson(
  payment: StatementPayment,
  { byCode, byPhone, byName }: PeopleIndex,
): PersonMatch {
  const { payerPhone } = payment;
  const peopleWithPhone = (payerPhone && byPhone.get(toComparablePhone(payerPhone))) || [];
  const typedPeople = readTypedCodes(payment).flatMap(({ code, isSure }) => {
    const person = byCode.get(code);
    return person
      ? { person, isSure: isSure || peopleWithPhone.includes(person) || isNameInLine(person, payment) }
      : [];
  });
  const peopleWithTypedCodes = new Set(typedPeople.map(({ person }) => person));
  const surelyTypedPeople = new Set(typedPeople.flatMap(({ person, isSure }) => (isSure ? person : [])));
  const [person, other] = surelyTypedPeople.size > 0 ? surelyTypedPeople : peopleWithTypedCodes;
  if (person && other) return makeUnassignedMatch('Its reason has the codes of several people');
  if (person)
    return toPersonMatch(
      surelyTypedPeople.size > 0 && peopleWithTypedCodes.size === 1 ? 'matched' : 'likely',
      person,
    );
  const seatedPeople = peopleWithPhone.filter(({ status }) => isSeatTaken(status));
  const peopleToChooseFrom = seatedPeople.length > 0 ? seatedPeople : peopleWithPhone;
  const possibleByName = peopleToChooseFrom.filter((caller) => isNameInLine(caller, payment));
  const [likely, another] = possibleByName.length > 0 ? possibleByName : peopleToChooseFrom;
  if (likely && another)
    return makeUnassignedMatch(`${peopleToChooseFrom.length} registrations have this phone`);
  if (likely) return toPersonMatch('likely', likely);
  const [holder, ...others] = byName.find(payment);
  if (holder && others.length > 0) return makeUnassignedMatch(`${others.length + 1} people have this name`);
  if (holder) return toPersonMatch('likely', holder);
  for (const { number, id } of suggestRegistrationIds(payment)) {
    const meantPerson = byCode.get(id);
    const meantPersonQuestion = meantPerson && `did you mean ${payCode(id)}, ${meantPerson.name}?`;
    if (meantPersonQuestion)
      return makeUnassignedMatch(`The pay code ${number} has a mistake: ${meantPersonQuestion}`);
  }
  return makeUnassignedMatch(
    payerPhone ? 'No pay code, and nobody has this phone' : 'No pay code and no phone',
  );
}

const toPersonMatch = (
  state: 'matched' | 'likely',
  { id, name, reference }: Pick<PossiblePerson, 'id' | 'name' | 'reference'>,
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
