import { contentResources } from '@institute/contract';
import { toLocalDay } from '@institute/contract/time';
import type { APIRequestContext } from '@playwright/test';
import { callOffice, issueCertificate } from './certificates.ts';
import { owner } from './owner.ts';
import { expect, readPublic } from './story.ts';

export const LETTER = 'W';

interface Schema {
  anyOf?: Schema[];
  type?: string | string[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** The example with each free text as one word of the length that the contract allows. */
function longest(schema: Schema, example: unknown): unknown {
  const { anyOf, type, format, pattern, maxLength = 1000, items, properties } = schema;
  const [first] = anyOf ?? [];
  if (first) return longest(first, example);
  if (Array.isArray(example) && items) return example.map((one) => longest(items, one));
  if (properties && typeof example === 'object' && example !== null) {
    return Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, longest(properties[name] ?? {}, value)]),
    );
  }
  const isFree = type === 'string' && !format && !pattern && !('enum' in schema);
  if (!isFree || /^(https?:\/)?\//.test(String(example))) return example;
  return LETTER.repeat(Math.min(maxLength, 1000));
}

const breakWords = (data: unknown): object =>
  JSON.parse(JSON.stringify(data).replaceAll(LETTER.repeat(21), `${LETTER.repeat(20)} `));

/** One of everything that the office lists, as long as the contract allows. */
export async function makeLongest(request: APIRequestContext) {
  const signedIn = await request.post('/api/v1/admin/login', { data: owner });
  const owned = { ...owner, ...(await signedIn.json()).data };
  const headers = { authorization: `Bearer ${owned.token}` };
  const api = await (await request.get('/api/v1/openapi.json')).json();
  const [{ imageUrl } = {}] = await readPublic<{ imageUrl?: string }[]>(request, '/programs');
  const make = async (path: string, example: object) => {
    const body = api.paths[`/api/v1${path}`].post.requestBody.content['application/json'].schema;
    const name = body.$ref?.split('/').at(-1);
    const full = longest(name ? api.components.schemas[name] : body, example);
    // Other stories look at public programs, which must stay published; what else is made is a draft
    const data = path === '/programs' ? breakWords(full) : full;
    const answer = await request.post(`/api/v1${path}`, { headers, data });
    expect(answer.status(), `${path} ${await answer.text()}`).toBe(201);
    return (await answer.json()).data as { id: number };
  };
  const program = await make('/programs', {
    ...contentResources.programs.example,
    imageUrl,
    isActive: true,
    status: 'published',
    publishAt: null,
  });
  let intakeId = 0;
  for (const [key, { example }] of Object.entries(contentResources)) {
    if (key === 'programs') continue;
    const { id } = await make(`/${key}`, {
      ...example,
      // Two parts may share a product
      ...('path' in example && { path: `longest-${Date.now()}` }),
      ...('imageUrl' in example && { imageUrl }),
      ...('image' in example && { image: imageUrl }),
      ...('programId' in example ? { programId: program.id, isOpen: true } : { status: 'draft' }),
    });
    if (key === 'intakes') intakeId = id;
  }
  const person = { email: `${'w'.repeat(64)}@${'w'.repeat(63)}.example.org`, phone: '+256 700 000 000' };
  const registration = await make('/registrations', {
    ...person,
    firstName: 'Ann',
    lastName: 'Example',
    dateOfBirth: '2001-02-03',
    programId: program.id,
    emergencyName: 'Bo',
    emergencyPhone: '0700 000 001',
    emergencyRelation: 'Uncle',
    guardianName: 'Grace',
    guardianPhone: '0700 000 002',
    medicalConditions: 'Asthma',
    allergies: 'Nuts',
    medications: 'Inhaler',
    consent: true,
  });
  // The line of a certificate holds a name of 60 letters
  const graduate = { firstName: LETTER.repeat(29), lastName: LETTER.repeat(30), programId: program.id };
  await issueCertificate(request, owned, {}, graduate);
  await request.post('/api/v1/newsletter/subscribe', { data: { email: person.email } });
  await make('/contact', { ...person, name: 'Ann', subject: 'Fees', message: 'How much?' });
  await callOffice(request, owned, 'fees.record', {
    parts: [{ registrationId: registration.id, amount: 1000 }],
    amount: 1000,
    method: 'cash',
    receivedOn: toLocalDay(new Date()),
  });
  const hide = () => request.put(`/api/v1/programs/${program.id}`, { headers, data: { status: 'draft' } });
  const sheets = [`/admin/registrations/${registration.id}/print`, `/admin/intakes/${intakeId}/class-list`];
  return { sheets, hide };
}
