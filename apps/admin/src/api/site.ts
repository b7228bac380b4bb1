import { createCall, sendOverHttp } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import { apiPrefix } from '@institute/contract/api.constants';
import { queryOptions } from '@tanstack/react-query';

const publicCall = createCall(sendOverHttp(apiPrefix));

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: () => ok(publicCall('GET /site')),
  staleTime: 5 * 60_000,
});
