import type * as api from './api.ts';

// The compiler declares a constant with its whole type. `npm pack` makes `api.d.ts` of these declarations
// (infra/scripts/package.mjs), so that other programs need the types of neither zod nor ts-rest.

type WrittenOut<T> = unknown extends T ? T : T extends infer O ? { [K in keyof O]: WrittenOut<O[K]> } : never;
declare function writtenOut<T>(): WrittenOut<T>;

export const Api = writtenOut<api.Api>();
export const Refusal = writtenOut<api.Refusal>();
export const Session = writtenOut<api.Session>();
export const WebhookData = writtenOut<api.WebhookData>();
