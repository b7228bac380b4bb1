import type { APIRequestContext } from '@playwright/test';
import { expect } from './expect.ts';
import { sendRegistration } from './story.ts';

interface Issued {
  id: number;
  number: string;
  code: string;
  /** Path of the page that checks it. */
  path: string;
  jws: string;
}

interface Signed {
  token: string;
}

export const callOffice = async (
  request: APIRequestContext,
  { token }: Signed,
  procedure: string,
  data: object,
) => {
  const answer = await request.post(`/api/trpc/${procedure}`, {
    headers: { authorization: `Bearer ${token}` },
    data,
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).result.data;
};

export async function makeGraduate(
  request: APIRequestContext,
  { token }: Signed,
  fields: Record<string, unknown> = {},
) {
  const applied = await sendRegistration(request, { dateOfBirth: '2001-02-03', ...fields });
  for (const status of ['accepted', 'completed']) {
    const answer = await request.put(`/api/v1/registrations/${applied.id}`, {
      headers: { authorization: `Bearer ${token}` },
      data: { status, anyway: true },
    });
    expect(answer.status()).toBe(200);
  }
  return applied;
}

export async function issueCertificate(
  request: APIRequestContext,
  account: Signed,
  line: Record<string, unknown> = {},
  person: Record<string, unknown> = {},
): Promise<Issued> {
  const { id } = await makeGraduate(request, account, person);
  const { items } = await callOffice(request, account, 'certificates.issue', {
    registrations: [{ id, ...line }],
  });
  const [{ code, ...issued }] = items;
  const { data } = await (await request.get(`/api/v1/certificates/${code}`)).json();
  const path = `/certificates/${code.replace(/.{4}(?=.)/g, '$&-')}`;
  return { ...issued, code, path, jws: data.jws };
}
