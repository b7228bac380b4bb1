import type { ClientInferRequest, ClientInferResponses, Contract } from '@institute/contract';

// Types only, so that the contract's schemas stay out of a page's scripts. A package has them written out
// (`package-types.ts`).

type Route = { [Group in keyof Contract]: Contract[Group][keyof Contract[Group]] }[keyof Contract];
type KeyOf<R> = R extends { method: infer M extends string; path: `/api/v1${infer P}` } ? `${M} ${P}` : never;
type RouteOf<E extends KeyOf<Route>> = E extends `${infer M} ${infer P}`
  ? Extract<Route, { method: M; path: `/api/v1${P}` }>
  : never;

type Empty = Record<never, never>;
type OptionalWhereEmpty<T> = { [K in keyof T as Empty extends T[K] ? K : never]?: T[K] } & {
  [K in keyof T as Empty extends T[K] ? never : K]: T[K];
};
type Input<R extends Route> = OptionalWhereEmpty<
  Pick<ClientInferRequest<R>, keyof ClientInferRequest<R> & ('params' | 'query' | 'body' | 'headers')>
>;

type AnswerTo<R extends Route> =
  ClientInferResponses<R> extends infer A
    ? A extends { status: number; body: unknown }
      ? Pick<A, 'status' | 'body'>
      : never
    : never;
type Success = { status: 200 | 201 };

export type Api = {
  [E in KeyOf<Route>]: { input: Input<RouteOf<E>>; answer: Extract<AnswerTo<RouteOf<E>>, Success> };
};
export type Refusal = Exclude<AnswerTo<RouteOf<'GET /site'>>, Success>;
export type { Session, WebhookData } from '@institute/contract';
