import { type Right, rights } from '@institute/contract/rights.constants';
import type { TestApp } from '../app/test-app.ts';
import { accessTable } from './access-table.ts';
import { callInputs } from './call-inputs.ts';
import { type Call, everyCall, type Input, toRequest } from './every-call.ts';

type Properties = Record<string, unknown>;
export const readProperties = (schema: unknown): Properties =>
  (schema as { properties?: Properties } | undefined)?.properties ?? {};

/** The call's usual input with each lure that its schema knows, also among `changes` and `fields`. */
export function lureInto(schema: unknown, usual: unknown, lures: Properties): Properties {
  const properties = readProperties(schema);
  const taken = Object.entries(lures).filter(([name]) => name in properties);
  const nested = ['changes', 'fields'].flatMap((name) =>
    name in properties
      ? [[name, lureInto(properties[name], (usual as Properties)?.[name], lures)] as const]
      : [],
  );
  return {
    ...(typeof usual === 'object' ? usual : {}),
    ...Object.fromEntries(taken),
    ...Object.fromEntries(nested),
  };
}

const accessOf = new Map(
  Object.entries(accessTable).flatMap(([access, calls]) => calls.map((call) => [call, access] as const)),
);
const toName = ({ isAdmin, name, method, path }: Call): string =>
  isAdmin ? `trpc ${name}` : `${method} /api/v1${path.replace(/^\/api\/v1/, '')}`;
/** Signing out and ending sessions would end the test's own. */
const endsSession = /^(session|account|auth|secondFactor|accounts)\.|logout/;
export const writingCalls = everyCall.filter(
  ({ method, name }) => method !== 'GET' && !endsSession.test(name),
);

/** `access.test.ts` proves that nobody may make a call without one of its rights. */
export function isRefused(held: readonly (Right | 'owner')[], call: Call): boolean {
  const needed = (accessOf.get(toName(call)) ?? '').split(', ');
  const isGuarded = needed.every((one) => one === 'owner' || rights.some((right) => right === one));
  return isGuarded && !held.includes('owner') && !held.some((right) => needed.includes(right));
}

/** The call's inputs with each of these sets of lures: whatever a call takes of them, it gets. */
export const lureWith =
  (lures: readonly (Properties & { id: number })[]) =>
  (call: Call): Input[] => {
    const usual = callInputs(call);
    return lures.map((one) => ({
      ...usual,
      params: { ...(usual.params ?? {}), id: one.id },
      body: lureInto(call.input.body, usual.body, one),
    }));
  };

/**
 * Makes every call that writes, as somebody who may, with each of its inputs. New calls are found by themselves. Returns
 * the calls that answered and those that asked for the password.
 */
export async function makeLuredCalls(
  t: Pick<TestApp, 'app'>,
  {
    held,
    signIn,
    listInputs,
    check,
  }: {
    held: readonly (Right | 'owner')[];
    /** A bearer for the next call. */
    signIn: () => Promise<string>;
    listInputs: (call: Call) => readonly Input[];
    /** Compares what is stored after each call. */
    check: (call: string) => Promise<void>;
  },
): Promise<{ answered: Set<string>; asked: Set<string> }> {
  const answered = new Set<string>();
  const asked = new Set<string>();
  for (const call of writingCalls.filter((one) => !isRefused(held, one))) {
    const authorization = `Bearer ${await signIn()}`;
    const done = new Set<string>();
    for (const input of listInputs(call)) {
      const request = toRequest(call, input);
      const written = JSON.stringify([request.url, input.body]);
      // Another input may differ in nothing that this call takes
      if (done.has(written)) continue;
      done.add(written);
      const { statusCode, body: answer } = await t.app.inject({
        ...request,
        headers: { ...request.headers, authorization },
      });
      if (statusCode < 300) answered.add(call.name);
      if (answer.includes('PASSWORD_REQUIRED')) asked.add(call.name);
      await check(`${call.name} ${written.slice(0, 400)}: ${statusCode}`);
    }
  }
  return { answered, asked };
}
