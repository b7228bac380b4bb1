import type { Ctx } from '../../context.ts';
import { SandboxPaymentEntity, type SandboxPaymentRow } from './sandbox-payment.entity.ts';

/** As slow as a payment by mobile money. */
const LATER_MS = 5000;

export interface SandboxPayment {
  tx_ref: string;
  amount: number;
  currency: string;
  outcome: 'pay' | 'fail' | 'later';
}

export type KnownPayment = Pick<
  SandboxPaymentRow,
  'id' | 'txRef' | 'amount' | 'currency' | 'outcome' | 'settlesAt'
>;

/** A paid payment stays paid. */
export async function paySandbox(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  payment: SandboxPayment,
): Promise<KnownPayment> {
  const { tx_ref: txRef, amount, currency, outcome } = payment;
  const settlesAt = new Date(now().getTime() + (outcome === 'later' ? LATER_MS : 0));
  await em.execute(
    `insert into sandbox_payments (tx_ref, amount, currency, outcome, settles_at) values (?, ?, ?, ?, ?)
     on conflict (tx_ref) do update
       set amount = excluded.amount, currency = excluded.currency, outcome = excluded.outcome,
         settles_at = excluded.settles_at
       where sandbox_payments.outcome <> 'successful'`,
    [txRef, amount, currency, outcome === 'fail' ? 'failed' : 'successful', settlesAt],
  );
  return em.findOneOrFail(SandboxPaymentEntity, { txRef }, { disableIdentityMap: true });
}

export const findSandboxPayment = ({ em }: Pick<Ctx, 'em'>, txRef: string): Promise<KnownPayment | null> =>
  em.findOne(SandboxPaymentEntity, { txRef }, { disableIdentityMap: true });
