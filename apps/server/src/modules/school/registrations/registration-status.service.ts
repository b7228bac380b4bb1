import { toComparablePhone } from '@institute/contract/international-phone';
import { readApplicantReference } from '@institute/contract/reference';
import { type RegistrationStatus, statusWords } from '@institute/contract/registrations.constants';
import { raw } from '@mikro-orm/core';
import type { Ctx } from '../../../context.ts';
import { makeCodeCheck, notFoundError } from '../../../errors.ts';
import { readRows, text } from '../../../sql.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { guardTries } from '../../platform/wrong-tries/wrong-try.service.ts';
import { comparedPhoneSql, fullNameSql, RegistrationEntity } from './registration.entity.ts';
import { findWaitingPlaces } from './waiting-list.service.ts';

export type ApplicantStatusView = Awaited<ReturnType<typeof readApplicantStatus>>;

interface StatusLookup {
  reference: string;
  phone: string;
  /** Id of the registration. Used instead of `reference` when it is given. */
  id?: number;
}

type StatusLookupContext = Pick<Ctx, 'config' | 'em' | 'now'>;

export const findRegistrationStatus = async (
  ctx: StatusLookupContext,
  asked: StatusLookup,
  network: string,
) => readApplicantStatus(ctx, await findApplicant(ctx, asked, network));

/**
 * Finds the registration of a reference and a phone. A wrong phone and an unknown reference get the same answer.
 * References are consecutive, so a network has few tries for one phone or registration. Tries at others, or from
 * elsewhere, lock nobody out, unless one network makes hundreds.
 */
export function findApplicant(
  ctx: StatusLookupContext,
  asked: StatusLookup,
  network: string,
): Promise<ApplicantRow> {
  const plainReference = normaliseReference(asked.reference);
  // A reference ends with the id, so both forms share one count of tries
  const idOrReference = asked.id ?? (Number(/^REG-\d{4}-(\d+)$/.exec(plainReference)?.[1]) || plainReference);
  return guardTries(
    ctx,
    [
      { rule: 'status from network', key: network },
      { rule: 'status by reference and network', key: `${idOrReference} ${network}` },
      { rule: 'status by phone and network', key: `${toComparablePhone(asked.phone)} ${network}` },
    ],
    () => getApplicant(ctx, { ...asked, reference: plainReference }),
    makeCodeCheck('NOT_FOUND'),
  );
}

export const normaliseReference = (typed: string): string =>
  readApplicantReference(typed) ?? typed.replace(/\s/g, '').toUpperCase();

async function getApplicant({ em }: Pick<Ctx, 'em'>, { reference, phone, id }: StatusLookup) {
  const applicantFilter = id === undefined ? makeReferenceFilter(reference) : { id, deletedAt: null };
  const applicantRow = await em.findOne(RegistrationEntity, applicantFilter, applicantFindOptions);
  const knownPhone = applicantRow && toComparablePhone(applicantRow.phone);
  if (!applicantRow || !knownPhone || knownPhone !== toComparablePhone(phone)) {
    throw notFoundError('We know no application with this reference and phone number');
  }
  return applicantRow;
}

/** Finds the status for an SMS from this number. Null when no registration has the number. */
export async function findStatusByPhone(
  { em }: Pick<Ctx, 'em'>,
  number: string,
  reference: string | undefined,
) {
  const phoneCondition = { [raw((row) => comparedPhoneSql(`${row}.`))]: toComparablePhone(number) };
  const row = await em.findOne(
    RegistrationEntity,
    {
      ...phoneCondition,
      ...(reference === undefined ? { deletedAt: null } : makeReferenceFilter(reference)),
    },
    { ...applicantFindOptions, orderBy: { id: 'desc' } },
  );
  return row && readApplicantStatus({ em }, row);
}

/** Finds a name for each number: of the newest registration that has it as its own phone or the guardian's. */
export async function findNamesByNumber({ em }: Pick<Ctx, 'em'>, numbers: readonly string[]) {
  if (numbers.length === 0) return new Map<string, string>();
  const makeNameSelectSql = (phone: string) =>
    `select number, id, ${fullNameSql()} as name from registrations
     join unnest(?::text[]) as number on ${phone} = public.dialled(number) where deleted_at is null`;
  const numberArray = `{${numbers}}`;
  const namedNumbers = await readRows(em, { number: text, name: text })(
    `select distinct on (number) number, name
     from (${makeNameSelectSql(comparedPhoneSql())} union all ${makeNameSelectSql('public.dialled(guardian_phone)')}) as named
     order by number, id desc`,
    [numberArray, numberArray],
  );
  return new Map(namedNumbers.map(({ number, name }) => [number, name]));
}

const makeReferenceFilter = (asked: string) => ({
  reference: readApplicantReference(asked) ?? null,
  deletedAt: null,
});

const applicantFindOptions = {
  populate: ['program', 'intake'],
  fields: [
    'id',
    'reference',
    'status',
    'phone',
    'createdAt',
    'program.name',
    'intake.startsOn',
    'intake.place',
  ],
  disableIdentityMap: true,
} as const;

type ApplicantRow = Awaited<ReturnType<typeof getApplicant>>;

async function readApplicantStatus(
  { em }: Pick<Ctx, 'em'>,
  { id, reference, program, intake, createdAt, ...row }: ApplicantRow,
) {
  const registrationStatus: RegistrationStatus = row.status;
  const acceptedIntake = registrationStatus === 'accepted' ? intake : null;
  return {
    reference: reference ?? '',
    status: statusWords[registrationStatus],
    meaning: (await getSite({ em })).view.messages.statusTexts[registrationStatus],
    program: program?.name ?? null,
    place: (await findWaitingPlaces({ em }, [id])).get(id) ?? null,
    startsOn: acceptedIntake?.startsOn ?? null,
    heldAt: acceptedIntake?.place ?? null,
    sentAt: createdAt,
  };
}
