import type { AdminRouter } from '@institute/server/admin';
import type { AnyProcedure, inferRouterInputs } from '@trpc/server';
import type { AdminAnswers } from '../api/admin.ts';

/** An answer that refuses the call. */
export class Refusal {
  readonly status: number;
  readonly error: object;
  constructor(status: number, code: string, message = 'Something went wrong', details: object[] = []) {
    this.status = status;
    this.error = { code, message, details, requestId: 'r-1' };
  }
}

type NameIn<Branch> = {
  [Key in keyof Branch & string]: Branch[Key] extends AnyProcedure ? Key : `${Key}.${NameIn<Branch[Key]>}`;
}[keyof Branch & string];

/** The whole name, as it is in the address: `fees.book`. */
type CallName = NameIn<AdminRouter['_def']['record']>;

type Found<Tree, Name extends string> = Name extends `${infer First}.${infer Rest}`
  ? Found<Tree[First & keyof Tree], Rest>
  : Tree[Name & keyof Tree];

/** A test gives what its screen needs. */
export type PartOf<Whole> = Whole extends string | number | boolean | null
  ? Whole
  : Whole extends readonly (infer Row)[]
    ? readonly PartOf<Row>[]
    : { [Field in keyof Whole]?: PartOf<Whole[Field]> };

/** The result of some calls is only that they went well. */
type Sent<Output> = [Output] extends [never] ? undefined : PartOf<Output>;

export type Answer<Name extends CallName> = Sent<Found<AdminAnswers, Name>>;

type Outcome<Name extends CallName> = Answer<Name> | Refusal | Promise<Answer<Name> | Refusal>;

/** By the name of the call. A function gets the input. A call without an answer waits. */
export type Answers = {
  [Name in CallName]?:
    | Outcome<Name>
    | ((input: Found<inferRouterInputs<AdminRouter>, Name>, method: string) => Outcome<Name>);
} & { [path: `/api/${string}`]: unknown };

/** What a dashboard answers on a day without anything that needs care. */
export const noAttention = {
  incompleteItems: [],
  contentWarnings: [],
  brokenImages: [],
  parkedEmails: 0,
  waitingRegistrations: 0,
  firstInLine: [],
  settings: [],
  endedWebhooks: [],
  invalidSections: [],
  untouchedParts: [],
  sms: { isGatewaySilent: false, isBalanceUsedUp: false, beyondLimit: 0, failing: null },
  onlyCallable: 0,
  documentsToLookAt: 0,
  unansweredRedirects: [],
  undecidedLeavers: 0,
  unassignedPayments: 0,
  crossedPayments: 0,
  waitingLines: { count: 0, months: [] },
};
