import type { Call, InputOf } from '@institute/client/call';
import { type ApiFailure, ok, okPage } from '@institute/client/failure';
import type { ProgramSummary } from '@institute/contract';
import { listLimits } from '@institute/contract/api.constants';
import { queryOptions } from '@tanstack/react-query';
import { makeContentQueries } from './content-queries.ts';
import { makePublicOptions } from './load.ts';

export type RegistrationBody = InputOf<'POST /registrations'>['body'];
type DonationBody = InputOf<'POST /donations'>['body'];
type MessageCall = InputOf<'POST /contact'>;
export type ContactBody = MessageCall['body'];

/** A browser calls over the network; the server calls itself in-process. */
export const makeApi = (call: Call) => {
  const send = makeActions(call);
  return { queries: { ...makeContentQueries(call), ...makeOtherQueries(call, send) }, send };
};

export type Api = ReturnType<typeof makeApi>;

/** Every try of one registration or donation has the same `key`, so that it is stored once. */
const makeActions = (call: Call) => ({
  registration: (body: RegistrationBody, key: string) =>
    ok(call('POST /registrations', { body, headers: { 'idempotency-key': key } })),
  donation: (body: DonationBody, key: string) =>
    ok(call('POST /donations', { body, headers: { 'idempotency-key': key } })),
  donationState: (txRef: string) =>
    ok(call('POST /donations/:txRef/verify', { params: { txRef }, body: {} })),
  message: (message: MessageCall) => ok(call('POST /contact', message)),
  formToken: () => ok(call('POST /contact/token', { body: {} })),
  subscription: (email: string) => ok(call('POST /newsletter/subscribe', { body: { email } })),
});

// Only the fields that a page shows, because it contains its data twice, as HTML and as JSON.

const toSlide = ({ excerpt, nextIntake, ...program }: ProgramSummary) => {
  const next = nextIntake && { startsOn: nextIntake.startsOn, seatsLeft: nextIntake.seatsLeft };
  return { ...program, beginning: excerpt.split('\n')[0] ?? '', nextIntake: next };
};
export type ProgramSlide = ReturnType<typeof toSlide>;
const MAX_SLIDES = 12;

/** Options without retries, so that a failure shows at once. */
const makeOnceOptions = <T>(queryKey: string[], queryFn: () => Promise<T>) =>
  queryOptions({ queryKey, queryFn, retry: false });

const makeOtherQueries = (call: Call, { donationState }: ReturnType<typeof makeActions>) => ({
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
      makeOnceOptions(['receipts', code], () =>
        ok(call('GET /donations/receipts/:code', { params: { code } })),
      ),
    state: (txRef: string) => makeOnceOptions(['donations', 'state', txRef], () => donationState(txRef)),
  },
  fees: {
    payment: (txRef: string) =>
      makeOnceOptions(['fees', txRef], () => ok(call('GET /fees/payments/:txRef', { params: { txRef } }))),
  },
  certificates: {
    /** Null when the holder was erased. */
    check: (code: string) =>
      makeOnceOptions(['certificates', code], () =>
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
      return { data: data.map(toSlide), meta: { total: meta.total } };
    }),
});
