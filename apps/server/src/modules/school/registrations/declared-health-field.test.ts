import type { RegistrationUpdate } from '@institute/contract';
import { type HealthFieldName, healthFields } from '@institute/contract/registration-fields.constants';
import { expect, onTestFinished, test } from 'vitest';
import type { AccountActor } from '../../../context/actor.ts';
import type { Ctx } from '../../../context.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { RegistrationEntity } from './registration.entity.ts';
import { updateRegistration } from './registration-decision.service.ts';
import {
  emptyMedicalAnswers,
  type MedicalAnswers,
  openMedical,
  sealMedical,
} from './registration-medical.service.ts';

const t = await useTestApp();

/** As if the contract declared one more field with `health: true`. */
function declareHealthField(name: string): void {
  healthFields.push(name as HealthFieldName);
  onTestFinished(() => void healthFields.pop());
}

async function contextOf(email: string, mayReadMedical: boolean): Promise<Ctx> {
  const { user } = await t.given.account(email);
  const actor: AccountActor = {
    ...user,
    isOwner: false,
    rights: mayReadMedical ? ['health'] : [],
    sessionId: '',
    confirmedAt: null,
  };
  return { ...t.jobContext(t.now), actor };
}

test('nulls sent back for a health field declared later erase none of its hidden answers', async () => {
  declareHealthField('disability');
  const answers = {
    ...emptyMedicalAnswers,
    allergies: 'Groundnuts',
    disability: 'Low vision',
  } as MedicalAnswers;
  const { id } = await t.given.registration();
  await t.em().nativeUpdate(RegistrationEntity, { id }, sealMedical(t.config.dataKeys, answers));
  const stored = async () =>
    openMedical(t.config.dataKeys, await t.em().findOneOrFail(RegistrationEntity, { id }));
  expect(await stored()).toEqual(answers);

  const porter = await contextOf('porter@example.org', false);
  const nulls = { ...emptyMedicalAnswers, disability: null };
  const { view } = await updateRegistration(porter, id, { note: 'Called', ...nulls } as RegistrationUpdate);
  expect(view).toMatchObject({ note: 'Called', medicalHidden: true });
  expect(await stored()).toEqual(answers);
  const typed = { disability: 'None' } as RegistrationUpdate;
  expect(() => updateRegistration(porter, id, typed)).toThrow(
    expect.objectContaining({
      code: 'FORBIDDEN',
      details: [expect.objectContaining({ path: 'disability' })],
    }),
  );

  const nurse = await contextOf('nurse@example.org', true);
  await updateRegistration(nurse, id, nulls as RegistrationUpdate);
  expect(await stored()).toEqual(emptyMedicalAnswers);
});
