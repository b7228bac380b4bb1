import type { ClientInferRequest, ClientInferResponses, Contract } from '@institute/contract';

// Types only, so that the contract's schemas stay out of a page's scripts. A package has them written out
// (`package-types.ts`).

type Route = { [Group in keyof Contract]: Contract[Group][keyof Contract[Group]] }[keyof Contract];
type EndpointKey<R> = R extends { method: infer M extends string; path: `/api/v1${infer P}` }
  ? `${M} ${P}`
  : never;
type RouteOfKey<E extends EndpointKey<Route>> = E extends `${infer M} ${infer P}`
  ? Extract<Route, { method: M; path: `/api/v1${P}` }>
  : never;

type EmptyObject = Record<never, never>;
type OptionalWhereEmpty<T> = { [K in keyof T as EmptyObject extends T[K] ? K : never]?: T[K] } & {
  [K in keyof T as EmptyObject extends T[K] ? never : K]: T[K];
};
type EndpointInput<R extends Route> = OptionalWhereEmpty<
  Pick<ClientInferRequest<R>, keyof ClientInferRequest<R> & ('params' | 'query' | 'body' | 'headers')>
>;

type RouteAnswer<R extends Route> =
  ClientInferResponses<R> extends infer A
    ? A extends { status: number; body: unknown }
      ? Pick<A, 'status' | 'body'>
      : never
    : never;
type SuccessStatus = { status: 200 | 201 };

export type Api = {
  [E in EndpointKey<Route>]: {
    input: EndpointInput<RouteOfKey<E>>;
    answer: Extract<RouteAnswer<RouteOfKey<E>>, SuccessStatus>;
  };
};
export type Refusal = Exclude<RouteAnswer<RouteOfKey<'GET /site'>>, SuccessStatus>;
export type { Session, WebhookData } from '@institute/contract';
