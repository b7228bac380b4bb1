import { type Contract, contract } from '@institute/contract';
import { apiPrefix } from '@institute/contract/constants';
import { type ApiFetcher, type InitClientReturn, initClient } from '@ts-rest/core';
import { keepSession, type SessionKeeper, type SessionOptions } from './session.ts';
import { bodyOf, type Fetch, patient } from './transport.ts';

export type Client = {
  /** Every call of the contract, answered as ts-rest does; `ok(api.programs.list())` takes the data out. */
  api: InitClientReturn<Contract, { baseUrl: string; api: ApiFetcher }>;
  /** What the calls share; its `fetch` is for other kinds of call to the same server. */
  session: SessionKeeper;
};

type ClientOptions = SessionOptions & {
  /** Calls of a visitor: they never carry a bearer. */
  anonymous?: boolean;
};

/** A bearer that has run out is renewed once, whoever notices it first. */
export function createClient({ anonymous = false, ...options }: ClientOptions): Client {
  const session = keepSession(options);
  const plain: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const ask = patient(anonymous ? plain : session.fetch);

  const api: ApiFetcher = async ({ path, method, headers, body, fetchOptions }) => {
    const response = await ask(path, { ...fetchOptions, method, headers, body: body ?? null });
    return { status: response.status, body: await bodyOf(response), headers: response.headers };
  };
  // the contract's paths hold the prefix already
  const baseUrl = options.baseUrl.slice(0, -apiPrefix.length);
  return { api: initClient(contract, { baseUrl, api }), session };
}
