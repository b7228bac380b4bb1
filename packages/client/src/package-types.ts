import type * as api from './api.ts';

// Makes the compiler write out whole types. `npm pack` makes `api.d.ts` of these constants
// (infra/scripts/package.mjs), so that programs need no types of zod or ts-rest.

type WrittenOut<T> = unknown extends T ? T : T extends infer O ? { [K in keyof O]: WrittenOut<O[K]> } : never;
declare function writeOut<T>(): WrittenOut<T>;

export const Api = writeOut<api.Api>();
export const Refusal = writeOut<api.Refusal>();
export const Session = writeOut<api.Session>();
export const WebhookData = writeOut<api.WebhookData>();
