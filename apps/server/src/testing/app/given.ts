import type { DonationInput, FeePaymentInput } from '@institute/contract';
import { readData } from './answers.ts';
import type { Caller, RestClient } from './caller.ts';
import {
  type BodyOf,
  type ContentKey,
  type Fields,
  getContentApi,
  samples,
  type ViewOf,
} from './content-samples.ts';
import { addDaysToToday, donation, message, registration } from './sample-bodies.ts';

type RegistrationBody = Parameters<RestClient['registrations']['create']>[0]['body'];
type MessageBody = Parameters<RestClient['contact']['send']>[0]['body'];

export function makeGiven({ visitor, office }: { visitor: Caller; office: Caller }) {
  const content = async <K extends ContentKey>(
    resource: K,
    fields: Partial<BodyOf<K>> = {},
  ): Promise<ViewOf<K>> => {
    await prepareGround(resource);
    const body = { ...(samples[resource].required as Fields), ...fields };
    return readData(getContentApi(office, resource).create({ body })) as Promise<ViewOf<K>>;
  };

  /** Creates the program that a sample intake refers to. Returns a function that removes it. */
  const prepareGround = async (resource: ContentKey): Promise<(() => Promise<void>) | undefined> => {
    if (resource !== 'intakes') return;
    const params = { id: samples.intakes.required.programId };
    if ((await office.api.programs.get({ params })).status === 200) return;
    await program({ name: 'Ground' });
    return async () => {
      await readData(office.api.programs.remove({ params }));
    };
  };
  const program = (fields: Partial<BodyOf<'programs'>> = {}) => content('programs', fields);
  const register = async (fields: Partial<RegistrationBody> = {}) => {
    const programId = fields.programId ?? (await program()).id;
    return readData(visitor.api.registrations.create({ body: { ...registration, ...fields, programId } }));
  };
  /** A registration that has completed its program, also before its intake begins. */
  const graduate = async (fields: Partial<RegistrationBody> = {}) => {
    const applied = await register(fields);
    for (const status of ['accepted', 'completed'] as const) {
      await readData(
        office.api.registrations.update({ params: { id: applied.id }, body: { status, anyway: true } }),
      );
    }
    return applied;
  };

  return {
    content,
    groundFor: prepareGround,
    program,
    intake: async (fields: Partial<BodyOf<'intakes'>> = {}) => {
      const programId = fields.programId ?? (await program()).id;
      return content('intakes', { startsOn: addDaysToToday(60), ...fields, programId });
    },
    post: (fields: Partial<BodyOf<'posts'>> = {}) => content('posts', fields),
    registration: register,
    /** Somebody who is accepted today, and owes 900,000 for Tailoring. */
    student: async (fields: Partial<RegistrationBody> = {}) => {
      const { id: programId } = await program({ name: 'Tailoring', price: 900_000 });
      const { id, reference } = await register({ programId, startDate: addDaysToToday(0), ...fields });
      await office.admin.registrations.decide.mutate({ id, status: 'accepted' });
      return { id, reference, programId };
    },
    /** A payment with its only receipt. */
    payment: async (payment: FeePaymentInput) => {
      const { id, receipts } = await office.admin.fees.record.mutate(payment);
      return { id, receiptNumber: '', receiptCode: '', ...receipts[0] };
    },
    graduate,
    /** The certificate of somebody who has completed. */
    certificate: async (fields: Partial<RegistrationBody> = {}, line: object = {}) => {
      const { id } = await graduate(fields);
      const { items } = await office.admin.certificates.issue.mutate({ registrations: [{ id, ...line }] });
      if (!items[0]) throw new Error('Nothing was issued');
      return items[0];
    },
    message: (fields: Partial<MessageBody> = {}) =>
      readData(visitor.api.contact.send({ body: { ...message, ...fields } })),
    donation: (fields: Partial<DonationInput> = {}) =>
      readData(visitor.api.donations.create({ body: { ...donation, ...fields } })),
  };
}
export type Given = ReturnType<typeof makeGiven>;
