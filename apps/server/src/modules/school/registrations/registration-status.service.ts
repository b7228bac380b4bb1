import { toComparablePhone } from '@institute/contract/international-phone';
import { readApplicantReference } from '@institute/contract/reference';
import { type RegistrationStatus, statusWords } from '@institute/contract/registrations.constants';
import { raw } from '@mikro-orm/core';
import type { Ctx } from '../../../context.ts';
import { hasCode, notFoundError } from '../../../errors.ts';
import { readRows, text } from '../../../sql.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { guardTries } from '../../platform/wrong-tries/wrong-try.service.ts';
import { comparedPhoneSql, fullNameSql, RegistrationEntity } from './registration.entity.ts';
import { findPlacesInQueue } from './waiting-list.service.ts';

export type RegistrationState = Awaited<ReturnType<typeof readStatus>>;

interface Lookup {
  reference: string;
  phone: string;
  /** Used instead of `reference`. */
  id?: number;
}

type StatusLookupContext = Pick<Ctx, 'config' | 'em' | 'now'>;

export const findRegistrationStatus = async (ctx: StatusLookupContext, asked: Lookup, network: string) =>
  readStatus(ctx, await findApplicant(ctx, asked, network));

/**
 * A wrong phone and an unknown reference get the same answer. References are consecutive, so a network has
 * few tries for one phone or person, by whatever names them. Tries at others, or from elsewhere, lock nobody out,
 * unless a network makes hundreds.
 */
export function findApplicant(ctx: StatusLookupContext, asked: Lookup, network: string): Promise<StateRow> {
  const reference = normaliseReference(asked.reference);
  // A reference ends with the id
  const idOrReference = asked.id ?? (Number(/^REG-\d{4}-(\d+)$/.exec(reference)?.[1]) || reference);
  return guardTries(
    ctx,
    [
      { rule: 'status from network', key: network },
      { rule: 'status by reference and network', key: `${idOrReference} ${network}` },
      { rule: 'status by phone and network', key: `${toComparablePhone(asked.phone)} ${network}` },
    ],
    () => getApplicant(ctx, { ...asked, reference }),
    hasCode('NOT_FOUND'),
  );
}

export const normaliseReference = (typed: string): string =>
  readApplicantReference(typed) ?? typed.replace(/\s/g, '').toUpperCase();

async function getApplicant({ em }: Pick<Ctx, 'em'>, { reference, phone, id }: Lookup) {
  const where = id === undefined ? whereReference(reference) : { id, deletedAt: null };
  const row = await em.findOne(RegistrationEntity, where, stateFields);
  const known = row && toComparablePhone(row.phone);
  if (!row || !known || known !== toComparablePhone(phone)) {
    throw notFoundError('We know no application with this reference and phone number');
  }
  return row;
}

/** For an SMS from this number. Null when nothing of this number is found. */
export async function findStatusOfNumber(
  { em }: Pick<Ctx, 'em'>,
  number: string,
  reference: string | undefined,
) {
  const phone = { [raw((row) => comparedPhoneSql(`${row}.`))]: toComparablePhone(number) };
  const row = await em.findOne(
    RegistrationEntity,
    { ...phone, ...(reference === undefined ? { deletedAt: null } : whereReference(reference)) },
    { ...stateFields, orderBy: { id: 'desc' } },
  );
  return row && readStatus({ em }, row);
}

/** A number gives the name of the newest registration that has it, or whose guardian has it. */
export async function findNamesByNumber({ em }: Pick<Ctx, 'em'>, numbers: readonly string[]) {
  if (numbers.length === 0) return new Map<string, string>();
  const selectNamed = (phone: string) =>
    `select number, id, ${fullNameSql()} as name from registrations
     join unnest(?::text[]) as number on ${phone} = public.dialled(number) where deleted_at is null`;
  const list = `{${numbers}}`;
  const found = await readRows(em, { number: text, name: text })(
    `select distinct on (number) number, name
     from (${selectNamed(comparedPhoneSql())} union all ${selectNamed('public.dialled(guardian_phone)')}) as named
     order by number, id desc`,
    [list, list],
  );
  return new Map(found.map(({ number, name }) => [number, name]));
}

const whereReference = (asked: string) => ({
  reference: readApplicantReference(asked) ?? null,
  deletedAt: null,
});

const stateFields = {
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

type StateRow = Awaited<ReturnType<typeof getApplicant>>;

async function readStatus(
  { em }: Pick<Ctx, 'em'>,
  { id, reference, program, intake, createdAt, ...row }: StateRow,
) {
  const status: RegistrationStatus = row.status;
  const seat = status === 'accepted' ? intake : null;
  return {
    reference: reference ?? '',
    status: statusWords[status],
    meaning: (await getSite({ em })).view.messages.statusTexts[status],
    program: program?.name ?? null,
    place: (await findPlacesInQueue({ em }, [id])).get(id) ?? null,
    startsOn: seat?.startsOn ?? null,
    heldAt: seat?.place ?? null,
    sentAt: createdAt,
  };
}
