import type { Call, InputOf } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import { listLimits } from '@institute/contract/api.constants';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

export type RegistrationBody = InputOf<'POST /registrations'>['body'];

export const registrationActions = (call: Call) => ({
  /** Every try of one registration has the same `key`, so that it is stored once. */
  registration: (body: RegistrationBody, key: string) =>
    ok(call('POST /registrations', { body, headers: { 'idempotency-key': key } })),
});

export const registrationQueries = (call: Call) => ({
  /** Only the fields that the form shows, because a page contains its data twice, as HTML and as JSON. */
  programs: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['programs', 'registration'],
      queryFn: async () => {
        const programs = await ok(call('GET /programs/summaries', { query: { limit: listLimits.page } }));
        return programs.map(({ id, name, duration, price }) => ({ id, name, duration, price }));
      },
    }),
  intakes: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['intakes', 'registration'],
      queryFn: async () => {
        const intakes = await ok(call('GET /intakes/summaries', { query: { limit: listLimits.page } }));
        return intakes.map(({ id, programId, startsOn, appliesUntil, isOpen, seatsLeft }) => ({
          id,
          programId,
          startsOn,
          appliesUntil,
          isOpen,
          seatsLeft,
        }));
      },
    }),
});
