import type { AskedDocuments, AskedItem } from '@institute/contract';
import type { DocumentState } from '@institute/contract/applicant-documents.constants';
import { type Ask, isNeeded } from '@institute/contract/asks.constants';
import type { Ctx } from '../../../context.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { RegistrationEntity } from '../registrations/registration.entity.ts';
import {
  DocumentPageEntity,
  type DocumentPageRow,
  GivenAnswerEntity,
  type GivenAnswerRow,
} from './applicant-document.entity.ts';
import { makeEndedError } from './document-ticket.service.ts';

type Reading = Pick<Ctx, 'em'>;

/** An ask that applies, and what was given for it. */
export interface Asked {
  ask: Ask;
  given: GivenAnswerRow | undefined;
}

export interface AskedOfRegistration {
  /** In the order of the program. */
  asked: Asked[];
  /** What was given for an ask that was removed, has become another kind, or does not apply any more. */
  former: GivenAnswerRow[];
}

export const readState = ({ given }: Asked): DocumentState => given?.state ?? 'missing';

const isMissing = (one: Asked): boolean =>
  isNeeded(one.ask) && ['missing', 'refused'].includes(readState(one));

const isToLookAt = ({ kind, state }: Pick<GivenAnswerRow, 'kind' | 'state'>) =>
  kind === 'document' && state === 'sent';

/** What is asked of one registration. A condition reads the answer as it is stored, whatever its state. */
function matchAsks(asks: readonly Ask[], rows: readonly GivenAnswerRow[]): AskedOfRegistration {
  const given = new Map(rows.map((row) => [row.ask, row]));
  const asked = asks
    .filter(({ onlyIf }) => !onlyIf || given.get(onlyIf.ask)?.answer === onlyIf.is)
    .map((ask) => {
      const row = given.get(ask.id);
      return { ask, given: row?.kind === ask.kind ? row : undefined };
    });
  const used = new Set(asked.map((one) => one.given));
  return { asked, former: rows.filter((row) => !used.has(row)) };
}

/** By registration. Registrations in the trash have one, too; others that are gone have none. */
export async function readAsked(
  { em }: Reading,
  registrations: readonly number[],
): Promise<Map<number, AskedOfRegistration>> {
  const ids = [...registrations];
  const found = await em.find(
    RegistrationEntity,
    { id: { $in: ids } },
    { fields: ['program.asks'], populate: ['program'], disableIdentityMap: true },
  );
  const rows = await em.find(
    GivenAnswerEntity,
    { registration: { $in: ids } },
    { orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  const rowsById = Map.groupBy(rows, ({ registration }) => registration);
  return new Map(
    found.map(({ id, program }) => [id, matchAsks(program?.asks ?? [], rowsById.get(id) ?? [])]),
  );
}

/** Pages that arrived whole, by ask, in their order. */
export async function readPages(
  { em }: Reading,
  registration: number,
): Promise<ReadonlyMap<string, DocumentPageRow[]>> {
  const rows = await em.find(
    DocumentPageEntity,
    { registration, arrivedAt: { $ne: null }, sealedKey: { $ne: null } },
    { orderBy: { position: 'asc', createdAt: 'asc', id: 'asc' }, disableIdentityMap: true },
  );
  return Map.groupBy(rows, ({ ask }) => ask);
}

export interface AskedCounts {
  asked: number;
  /** Sent or accepted. */
  given: number;
  /** Needed, and not given or refused. */
  missing: number;
  /** Documents that nobody has looked at, also what is asked no more. Answers to questions need no look. */
  toLookAt: number;
  refused: number;
}

export async function countAsked(ctx: Reading, registrations: readonly number[]) {
  const found = await readAsked(ctx, registrations);
  return new Map([...found].map(([id, one]) => [id, countOne(one)]));
}

/** Undefined for a reference that nobody has. */
export async function countAskedBy(ctx: Reading, reference: string): Promise<AskedCounts | undefined> {
  const where = { reference, deletedAt: null };
  const found = await ctx.em.findOne(RegistrationEntity, where, { fields: ['id'], disableIdentityMap: true });
  return found ? (await countAsked(ctx, [found.id])).get(found.id) : undefined;
}

export function countOne({ asked, former }: AskedOfRegistration): AskedCounts {
  const countStates = (...states: DocumentState[]) =>
    asked.filter((one) => states.includes(readState(one))).length;
  return {
    asked: asked.length,
    given: countStates('sent', 'accepted'),
    missing: asked.filter(isMissing).length,
    toLookAt: [...asked.flatMap(({ given }) => given ?? []), ...former].filter(isToLookAt).length,
    refused: countStates('refused'),
  };
}

/** As the applicant sees it. */
export async function viewAsked(
  ctx: Pick<Ctx, 'em' | 'config'>,
  id: number,
  endsAt: Date,
): Promise<AskedDocuments> {
  const registration = await ctx.em.findOne(
    RegistrationEntity,
    { id, deletedAt: null },
    { fields: ['reference', 'program.name'], populate: ['program'], disableIdentityMap: true },
  );
  const found = (await readAsked(ctx, [id])).get(id);
  if (!registration || !found) throw makeEndedError();
  const pages = await readPages(ctx, id);
  return {
    reference: registration.reference ?? '',
    program: registration.program?.name ?? null,
    endsAt: endsAt.toISOString(),
    missing: countOne(found).missing,
    deviceKey: Buffer.from(deriveSecret(ctx.config, 'applicant device', String(id)), 'base64url').toString(
      'base64',
    ),
    asks: found.asked.map((one) => viewItem(one, pages.get(one.ask.id) ?? [])),
  };
}

function viewItem(one: Asked, pages: readonly DocumentPageRow[]): AskedItem {
  const { ask, given } = one;
  const { onlyIf: _, ...shown } = ask;
  const isRefused = given?.state === 'refused';
  return {
    ...shown,
    state: readState(one),
    reason: (isRefused && given.reason) || null,
    words: (isRefused && given.words) || null,
    answer: (!ask.isPrivate && given?.answer) || null,
    pages: ask.kind === 'document' ? pages.map(viewPage) : [],
  };
}

const viewPage = ({ id, hash, format }: DocumentPageRow, at: number) => ({
  id,
  sha256: hash,
  position: at + 1,
  format,
});
