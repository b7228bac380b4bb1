import type { Ctx } from '../../../context.ts';
import { addReplayHeader, makePageAnswer } from '../../../http/answers.ts';
import { withIdempotencyKey } from '../idempotency/idempotency-key.service.ts';
import type { ContentService, ListQuery, SummaryQuery, TaggedView } from './content.service.ts';

interface RouteCall {
  request: { ctx: Ctx };
  reply: { header(name: string, value: string): RouteCall['reply'] };
}
type CallWithId = RouteCall & { params: { id: number } };
type WithIdempotencyKey = { headers: { 'idempotency-key'?: string | undefined } };
type WithPrecondition = CallWithId & { headers: { 'if-match'?: string | undefined } };

export const makeContentHandlers = <View extends { id: number }, Input, Summary>(
  path: string,
  service: Omit<ContentService<View, Input, Summary>, 'listInOffice'>,
) => ({
  list: async ({ request, reply, query }: RouteCall & { query: ListQuery }) =>
    makePageAnswer(reply, path, query, await service.list(request.ctx, query)),

  summaries: async ({ request, reply, query }: RouteCall & { query: SummaryQuery }) =>
    makePageAnswer(reply, `${path}/summaries`, query, await service.summaries(request.ctx, query)),

  get: async ({ request, reply, params }: CallWithId) => {
    const { view, tag } = await service.get(request.ctx, params.id);
    reply.header('etag', tag);
    return { status: 200 as const, body: { data: view } };
  },

  create: async ({
    request: { ctx },
    reply,
    headers,
    body,
  }: RouteCall & WithIdempotencyKey & { body: Input }) => {
    const createCall = { route: service.type, key: headers['idempotency-key'], content: body };
    const creationResult = await withIdempotencyKey<TaggedView<View>>(ctx, createCall, (keep) =>
      service.create(ctx, body, keep),
    );
    const { view, tag } = creationResult.answer;
    addReplayHeader(reply, creationResult);
    reply.header('etag', tag).header('location', `${path}/${view.id}`);
    return { status: 201 as const, body: { data: view } };
  },

  update: async ({ request, reply, params, headers, body }: WithPrecondition & { body: Partial<Input> }) => {
    const { view, tag } = await service.update(request.ctx, params.id, body, headers['if-match']);
    reply.header('etag', tag);
    return { status: 200 as const, body: { data: view } };
  },

  remove: async ({ request, params, headers }: WithPrecondition) => ({
    status: 200 as const,
    body: { data: await service.remove(request.ctx, params.id, headers['if-match']) },
  }),
});
