import { randomInt } from 'node:crypto';
import type { ReceiptProof } from '@institute/contract';
import { proofCodeCharacters } from '@institute/contract/reference';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { guardTries } from '../throttling/wrong-try.service.ts';

/** Finds a receipt by its bare code. */
export type FindProof = (ctx: Pick<Ctx, 'em'>, receiptCode: string) => Promise<ReceiptProof | null>;

export const newProofCode = (length: number): string =>
  Array.from({ length }, () => proofCodeCharacters.charAt(randomInt(proofCodeCharacters.length))).join('');

/** Limits wrong codes, because some are short enough to be typed from paper. */
export const guardProofCode = <Proof>(
  ctx: Pick<Ctx, 'config' | 'em' | 'now'>,
  network: string,
  find: () => Promise<Proof>,
): Promise<Proof> =>
  guardTries(
    ctx,
    [{ rule: 'proof code from network', key: network }],
    find,
    (error) => error instanceof AppError && error.code === 'NOT_FOUND',
  );
