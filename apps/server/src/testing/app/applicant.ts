import { createHash } from 'node:crypto';
import type { AskedDocuments } from '@institute/contract';
import type { TestApp } from './test-app.ts';

type Ask = NonNullable<Parameters<TestApp['given']['program']>[0]>['asks'];

/** What a refused call shows. */
const nothingShown: AskedDocuments = {
  reference: '',
  program: null,
  endsAt: '',
  missing: -1,
  deviceKey: '',
  asks: [],
};

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Somebody who has registered for a program with these asks. */
export async function registerApplicant(t: TestApp, asks: Ask) {
  const { id: programId } = await t.given.program({ name: 'Tailoring', asks });
  const { id, reference } = await t.given.registration({ programId });
  return { id, reference, programId };
}

/** The calls of an applicant's browser, which keeps the cookie of its ticket. */
export function openBrowser(t: TestApp, app = t.app) {
  let cookie = '';
  const call = async (
    method: 'GET' | 'PUT' | 'DELETE' | 'POST',
    path: string,
    payload?: object | Buffer,
    type?: string,
  ) => {
    const answer = await app.inject({
      method,
      url: `/api/v1/registrations/documents${path}`,
      headers: { ...(cookie && { cookie }), ...(type && { 'content-type': type }) },
      ...(payload !== undefined && { payload }),
    });
    const [given] = answer.cookies;
    if (given) cookie = `${given.name}=${given.value}`;
    const { data, error } = answer.json<{
      data?: AskedDocuments;
      error?: { message: string; code: string; details: { path: string }[] };
    }>();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      view: data ?? nothingShown,
      fault: error?.message,
      error,
    };
  };
  return {
    readCookie: () => cookie,
    useCookie: (given: string) => {
      cookie = given;
    },
    enter: (reference: string, phone: string) => call('POST', '/ticket', { reference, phone }),
    read: () => call('GET', ''),
    send: (ask: string, bytes: Buffer, { hash = hashOf(bytes), type = 'image/jpeg', replaces = '' } = {}) =>
      call('PUT', `/${ask}/pages/${hash}${replaces && `?replaces=${replaces}`}`, bytes, type),
    remove: (ask: string, hash: string) => call('DELETE', `/${ask}/pages/${hash}`),
    order: (ask: string, pages: string[]) => call('PUT', `/${ask}/order`, { pages }),
    answer: (ask: string, answer: string | null) => call('PUT', `/${ask}/answer`, { answer }),
  };
}
