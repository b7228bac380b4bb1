import type { Call, InputOf } from '@institute/client/call';
import { type ApiFailure, ok, okPage } from '@institute/client/failure';
import type { ProgramSummary } from '@institute/contract';
import { listLimits } from '@institute/contract/api.constants';
import { queryOptions } from '@tanstack/react-query';
import { makeContentQueries } from './content-queries.ts';
import { makePublicOptions } from './load.ts';

export type RegistrationBody = InputOf<'POST /registrations'>['body'];
type DonationBody = InputOf<'POST /donations'>['body'];
type ContactMessageInput = InputOf<'POST /contact'>;
export type ContactBody = ContactMessageInput['body'];

/** A browser calls over the network; the server calls itself in-process. */
export const makeApi = (call: Call) => {
  const sendActions = makeSendActions(call);
  return {
    queries: { ...makeContentQueries(call), ...makeSiteAndFormQueries(call, sendActions) },
    send: sendActions,
  };
};

export type Api = ReturnType<typeof makeApi>;

/** Every try of one registration or donation has the same `key`, so that it is stored once. */
const makeSendActions = (call: Call) => ({
  registration: (body: RegistrationBody, key: string) =>
    ok(call('POST /registrations', { body, headers: { 'idempotency-key': key } })),
  donation: (body: DonationBody, key: string) =>
    ok(call('POST /donations', { body, headers: { 'idempotency-key': key } })),
  donationState: (txRef: string) =>
    ok(call('POST /donations/:txRef/verify', { params: { txRef }, body: {} })),
  message: (message: ContactMessageInput) => ok(call('POST /contact', message)),
  formToken: () => ok(call('POST /contact/token', { body: {} })),
  subscription: (email: string) => ok(call('POST /newsletter/subscribe', { body: { email } })),
});

// Keeps only the fields that a page shows, because the page contains its data twice, as HTML and as JSON.

const toProgramSlide = ({ excerpt, nextIntake, ...program }: ProgramSummary) => {
  const nextStart = nextIntake && { startsOn: nextIntake.startsOn, seatsLeft: nextIntake.seatsLeft };
  return { ...program, beginning: excerpt.split('\n')[0] ?? '', nextIntake: nextStart };
};
export type ProgramSlide = ReturnType<typeof toProgramSlide>;
const MAX_SLIDES = 12;

/** Options without retries, so that a failure shows at once. */
const makeLoadOnceOptions = <T>(queryKey: string[], queryFn: () => Promise<T>) =>
  queryOptions({ queryKey, queryFn, retry: false });

const makeSiteAndFormQueries = (call: Call, { donationState }: ReturnType<typeof makeSendActions>) => ({
  site: {
    get: () => makePublicOptions(['site'], () => ok(call('GET /site'))),
    legal: () => makePublicOptions(['legal'], () => ok(call('GET /site/legal'))),
  },
  /** Null when no page has this path. */
  ownPage: (path: string) =>
    makePublicOptions(['pages', path], async () => {
      const [page = null] = await ok(call('GET /pages', { query: { path } }));
      return page;
    }),
  donations: {
    online: () => makePublicOptions(['donations', 'online'], () => ok(call('GET /donations/online'))),
    receipt: (code: string) =>
      makeLoadOnceOptions(['receipts', code], () =>
        ok(call('GET /donations/receipts/:code', { params: { code } })),
      ),
    state: (txRef: string) => makeLoadOnceOptions(['donations', 'state', txRef], () => donationState(txRef)),
  },
  fees: {
    payment: (txRef: string) =>
      makeLoadOnceOptions(['fees', txRef], () =>
        ok(call('GET /fees/payments/:txRef', { params: { txRef } })),
      ),
  },
  certificates: {
    /** Null when the holder was erased. */
    check: (code: string) =>
      makeLoadOnceOptions(['certificates', code], () =>
        ok(call('GET /certificates/:code', { params: { code } })).catch(
          (error: ApiFailure): null | Promise<never> =>
            error.details?.[0]?.path === 'holder' ? null : Promise.reject(error),
        ),
      ),
  },
  registration: {
    programs: () =>
      makePublicOptions(['programs', 'registration'], async () => {
        const programs = await ok(call('GET /programs/summaries', { query: { limit: listLimits.page } }));
        return programs.map(({ id, name, duration, price }) => ({ id, name, duration, price }));
      }),
    intakes: () =>
      makePublicOptions(['intakes', 'registration'], async () => {
        const intakes = await ok(call('GET /intakes/summaries', { query: { limit: listLimits.page } }));
        return intakes.map(({ place, note, seats, ...shown }) => shown);
      }),
  },
  programSlides: () =>
    makePublicOptions(['programs', 'slides'], async () => {
      const { data, meta } = await okPage(call('GET /programs/summaries', { query: { limit: MAX_SLIDES } }));
      return { data: data.map(toProgramSlide), meta: { total: meta.total } };
    }),
});
