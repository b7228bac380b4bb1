import { apiScopes } from '@institute/contract/api-keys.constants';
import { rights } from '@institute/contract/rights.constants';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { findMessageKind, writeEmail, writeSms } from '../../composition/messages.ts';
import { getSite } from '../../modules/platform/site/site.service.ts';
import { int, readRows, text } from '../../sql.ts';
import { everyContent } from '../app/content-samples.ts';
import { addDaysToToday, makeFeePayment } from '../app/sample-bodies.ts';
import { useTestApp } from '../app/test-app.ts';
import { callInputs } from './call-inputs.ts';
import type { Call, Input } from './every-call.ts';
import { makeLuredCalls } from './lured-calls.ts';

const t = await useTestApp();
await t.signIn();
for (const { resource, full } of everyContent) await t.given.content(resource, full);
const { id: programId } = await t.given.program({ price: 900_000 });
const { id: intakeId } = await t.given.intake({ programId, startsOn: addDaysToToday(30) });
const { id: registrationId } = await t.given.registration({ programId, intakeId });
await t.office.admin.registrations.decide.mutate({ id: registrationId, status: 'accepted' });
await t.given.message();

/** A phone and a site of somebody else, in texts of some length. */
const baits = ['0772 999 888', 'See pay-me.example', 'https://pay-me.example/x'];
const foreign = /772[^a-z]{0,3}999[^a-z]{0,3}888|pay-me/i;

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
};

/** The value with the text in each field that takes it, and the number of these fields. `only`: one of them. */
function bait(schema: Schema, value: unknown, words: string, only?: number) {
  let count = 0;
  const fill = (each: Schema, usual: unknown): unknown => {
    const one = each.anyOf?.find(({ type }) => type !== 'null') ?? each;
    if (one.properties) {
      const fields = Object.entries(one.properties).map(
        ([name, field]) =>
          [name, fill(field, (usual as Record<string, unknown> | undefined)?.[name])] as const,
      );
      return Object.fromEntries(fields.filter(([, filled]) => filled !== undefined));
    }
    if (one.items && Array.isArray(usual)) return usual.map((item) => fill(one.items ?? {}, item));
    const isText = one.type === 'string' && !one.enum && one.const === undefined && !one.format;
    if (!isText || (one.maxLength ?? 1000) < words.length) return usual;
    count += 1;
    return only === undefined || only === count ? words : usual;
  };
  return { body: fill(schema, value), count };
}

/** Inputs of a call with foreign words: in all its texts at once, and in each of them. */
function baitCall(call: Call): Input[] {
  const usual = callInputs(call);
  const schema = (call.input.body ?? {}) as Schema;
  return baits.flatMap((words) => {
    const all = bait(schema, usual.body, words);
    if (all.count === 0) return [];
    const bodies = Array.from({ length: all.count }, (_, at) => bait(schema, usual.body, words, at + 1).body);
    return [all.body, ...bodies].map((body) => ({ ...usual, body }));
  });
}

const columns = { id: int, kind: text, channel: text, data: z.looseObject({}) };
let lastId = 0;

/** Messages to people outside since the last look, as they would be sent. */
async function readOutgoing(): Promise<string[]> {
  const em = t.em();
  const rows = await readRows(em, columns)(
    'select id, kind, channel, data from outgoing_messages where id > ? order by id',
    [lastId],
  );
  lastId = rows.at(-1)?.id ?? lastId;
  if (rows.length === 0) return [];
  const { view: site } = await getSite({ em });
  const context = { em, site, publicUrl: t.config.publicUrl, linkToken: () => 'token' };
  const toOutside = rows.filter(({ kind }) => ['applicants', 'visitors'].includes(findMessageKind(kind).to));
  return Promise.all(
    toOutside.map(async ({ kind, channel, data }) =>
      JSON.stringify([
        kind,
        channel === 'email' ? await writeEmail(kind, data, context) : await writeSms(kind, data, context),
      ]),
    ),
  );
}

/** What every visitor sees of the site, and where addresses lead. Articles and own pages are their writer's. */
async function readPublic(): Promise<string> {
  const site = await t.app.inject('/api/v1/site');
  const redirects = await t.sql('select "to" from redirects');
  return site.body + JSON.stringify(redirects);
}

/** What left, after which call. */
const left: string[] = [];
let shown = '';

async function findWords(call: string): Promise<void> {
  for (const message of await readOutgoing()) if (foreign.test(message)) left.push(`${call}: ${message}`);
  const before = shown;
  shown = await readPublic();
  if (foreign.test(shown) && shown !== before) left.push(`${call}: ${foreign.exec(shown)}`);
}

/** Messages that name what others wrote: programs, intakes, charges. */
async function causeMessages(): Promise<void> {
  const { admin } = t.office;
  const late = await t.given.registration({ programId, intakeId, email: null });
  await admin.registrations.decide.mutate({ id: late.id, status: 'waiting' });
  await admin.registrations.decide.mutate({ id: late.id, status: 'accepted' });
  await admin.fees.record.mutate(makeFeePayment(late.id, { amount: 1000, again: true }));
  await admin.fees.record.mutate(makeFeePayment(registrationId, { amount: 1000, again: true }));
}

test.each(rights)(
  'no foreign number or link leaves by the right: %s',
  { timeout: 900_000 },
  async (right) => {
    const { user } = await t.given.account(`${right}@words.example`);
    await t.sql('update accounts set rights = ? where id = ?', [`{${right}}`, user.id]);
    lastId = 0;
    await t.sql('delete from outgoing_messages');
    const { answered } = await makeLuredCalls(t, {
      held: [right],
      listInputs: baitCall,
      signIn: async () => (await t.signIn(`${right}@words.example`)).token,
      check: findWords,
    });
    // No call of this right alone takes words
    if (right !== 'health') expect(answered.size).toBeGreaterThan(0);
    await causeMessages();
    await findWords('what messages name');
    expect(left.splice(0)).toEqual([]);
  },
);

test('no foreign number or link leaves by an API key', { timeout: 900_000 }, async () => {
  const { key } = await t.office.admin.apiKeys.create.mutate({ name: 'All', scopes: [...apiScopes] });
  lastId = 0;
  const { answered } = await makeLuredCalls(t, {
    held: ['owner'],
    listInputs: baitCall,
    signIn: async () => key,
    check: findWords,
  });
  expect(answered.size).toBeGreaterThan(0);
  await causeMessages();
  await findWords('what messages name');
  expect(left.splice(0)).toEqual([]);
});
