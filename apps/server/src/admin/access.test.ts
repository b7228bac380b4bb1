import { contract, type RouteRules } from '@institute/contract';
import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { adminRouter } from '../composition/admin-router.ts';
import { succeeded } from '../testing/answers.ts';
import { useTestApp } from '../testing/test-app.ts';
import { ownerProcedure } from './trpc.ts';

/** Procedures that need no session: each is open to the whole world. */
const open = [
  'auth.acceptInvitation',
  'auth.invitation',
  'auth.requestReset',
  'auth.resetLink',
  'auth.resetPassword',
  'auth.rules',
];
const ownersOnly = [
  'accounts.demandSecondFactor',
  'accounts.invite',
  'accounts.list',
  'accounts.removeSecondFactor',
  'accounts.setActive',
  'accounts.setMayReadMedical',
  'accounts.setOwner',
  'accounts.withdraw',
  'apiKeys.create',
  'apiKeys.list',
  'apiKeys.revoke',
  'installation.get',
  'privacy.erase',
  'privacy.export',
  'privacy.find',
  'trash.purge',
  'webhooks.create',
  'webhooks.deliveries',
  'webhooks.list',
  'webhooks.remove',
  'webhooks.replay',
  'webhooks.rotateSecret',
  'webhooks.test',
  'webhooks.update',
];

interface Procedure {
  _def: { type: 'query' | 'mutation' | 'subscription'; middlewares: unknown[] };
}
const procedures = Object.entries(adminRouter._def.procedures as unknown as Record<string, Procedure>);
const ownerCheck = ownerProcedure._def.middlewares.at(-1);

interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  metadata: RouteRules;
}
const routes = Object.values(contract).flatMap((group) => Object.values(group) as Route[]);

const t = useTestApp();
let bearers: [what: string, token: string | undefined, code: string][];
beforeAll(async () => {
  await t.signIn('owner@example.org');
  const expired = (await t.signIn('spent@example.org')).token;
  t.wait(15 * 60_000);
  const owner = await t.signIn('owner@example.org');
  const [gone, ended] = [await t.signIn('gone@example.org'), await t.signIn('ended@example.org')];
  await t.withToken(owner.token).admin.accounts.setActive.mutate({ id: gone.user.id, isActive: false });
  await succeeded(t.withToken(ended.token).api.session.logout());
  const forged = await new SignJWT(decodeJwt(owner.token))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode('x'.repeat(64)));
  bearers = [
    ['no bearer', undefined, 'UNAUTHENTICATED'],
    ['an expired one', expired, 'TOKEN_EXPIRED'],
    ['one of a foreign signature', forged, 'UNAUTHENTICATED'],
    ['one of a deactivated account', gone.token, 'UNAUTHENTICATED'],
    ['one of a session that has ended', ended.token, 'UNAUTHENTICATED'],
  ];
});

const asked = async (name: string, { _def: { type } }: Procedure, token: string | undefined) => {
  const answer = await t.app.inject({
    method: type === 'mutation' ? 'POST' : 'GET',
    url: `/api/trpc/${name}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(type === 'mutation' && { payload: {} }),
  });
  const code = answer.headers['content-type']?.toString().includes('json')
    ? answer.json().error?.data.apiError.code
    : undefined;
  return [name, answer.statusCode, code];
};

test('every other procedure refuses callers without a session', async () => {
  expect(procedures.length).toBeGreaterThan(40);
  for (const [what, token, code] of bearers) {
    for (const [name, procedure] of procedures.filter(([name]) => !open.includes(name))) {
      // A subscription reports no error code.
      const said = procedure._def.type === 'subscription' ? undefined : code;
      expect([what, ...(await asked(name, procedure, token))]).toEqual([what, name, 401, said]);
    }
  }
});

test('the procedures that need no session are exactly those listed', async () => {
  const answered = await Promise.all(
    procedures.map(async ([name, procedure]) => [name, (await asked(name, procedure, undefined))[1]]),
  );
  expect(answered.flatMap(([name, status]) => (status === 401 ? [] : [name])).sort()).toEqual(open);
});

test('the procedures for owners are exactly those listed, and refuse everybody else', async () => {
  const { token } = await t.signIn('office@example.org');
  const guarded = procedures.filter(([, { _def }]) => _def.middlewares.includes(ownerCheck));
  expect(guarded.map(([name]) => name).sort()).toEqual(ownersOnly);
  for (const [name, procedure] of guarded) {
    expect(await asked(name, procedure, token)).toEqual([name, 403, 'FORBIDDEN']);
  }
});

test('every private REST call refuses a missing bearer, and every call refuses a wrong one', async () => {
  expect(routes.length).toBeGreaterThan(40);
  for (const [what, token, code] of bearers) {
    for (const { method, path, metadata } of routes) {
      if (metadata.access === 'anyone' && token === undefined) continue;
      const address = path.replace('/api/v1', '').replace(/:\w+/g, '1');
      const caller = token === undefined ? t.visitor : t.withToken(token);
      const { status, body } = await caller.send(method, address);
      expect([what, method, path, status, body.error?.code]).toEqual([what, method, path, 401, code]);
    }
  }
});
