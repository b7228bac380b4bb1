import type { RegistrationReceipt } from '@institute/contract';
import { samples } from './content-samples.ts';
import type { TestApp } from './test-app.ts';

/** An application with every field; `programId` is to be added. */
export const application = {
  firstName: 'Ann',
  lastName: 'Example',
  email: 'ann@example.org',
  phone: '+256 700 000 000',
  dateOfBirth: '2001-02-03',
  startDate: '2026-09-01',
  emergencyName: 'Bo Example',
  emergencyPhone: '0700 000 001',
  emergencyRelation: 'Uncle',
  medicalConditions: 'Asthma',
  allergies: 'Nuts',
  medications: 'Inhaler',
  consent: true,
};

/** A program that takes applications, unless `fields` say otherwise. */
export async function givenProgram(t: TestApp, fields: object = {}): Promise<number> {
  const { token } = await t.signIn();
  const body = { ...samples.programs.required, ...fields };
  return (await t.call<{ id: number }>('POST', '/programs', body, { token })).body.data.id;
}

export const apply = (t: TestApp, body: object, key?: string) =>
  t.call<RegistrationReceipt>(
    'POST',
    '/registrations',
    { ...application, ...body },
    {
      headers: { ...(key !== undefined && { 'idempotency-key': key }) },
    },
  );
